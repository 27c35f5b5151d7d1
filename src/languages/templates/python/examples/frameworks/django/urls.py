"""Django: urls.py. Its own connection commits payment and key together."""

from django.conf import settings
from django.urls import path
from payments.models import HandledDelivery, Payment

from collections_contract import Receiver
from collections_contract.django import ModelStore, webhook_view


def on_payment(payment, delivery):
    Payment.objects.create(id=payment.id, amount=payment.amount)


receiver = Receiver([settings.WEBHOOK_SECRET], on_payment, store=ModelStore(HandledDelivery))
urlpatterns = [path("hooks/payments", webhook_view(receiver))]
