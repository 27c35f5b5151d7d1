"""Django: payments/models.py"""

from django.db import models


class HandledDelivery(models.Model):
    key = models.CharField(max_length=255, primary_key=True)


class Payment(models.Model):
    id = models.BigIntegerField(primary_key=True)
    amount = models.BigIntegerField(null=True)
