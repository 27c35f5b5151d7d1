"""Secrets from a file: they follow it, and what cannot be used changes nothing."""

import os
import tempfile
import unittest

from collections_contract import secrets_from_file


class SecretsFromFile(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "secrets.txt")
        self.errors: list[Exception] = []

    def write(self, content: bytes) -> None:
        # As editors and mounted secrets do it: a new file takes the place of the old one.
        with open(self.path + ".new", "wb") as file:
            file.write(content)
        os.replace(self.path + ".new", self.path)

    def test_they_follow_the_file(self) -> None:
        self.write(b"old\r\nolder\n")
        secrets = secrets_from_file(self.path, check_every=0, on_error=self.errors.append)
        self.assertEqual(secrets(), ("old", "older"))
        self.write(b"new\nold\n")
        self.assertEqual(secrets(), ("new", "old"))
        self.assertEqual(self.errors, [])

    def test_what_cannot_be_used_changes_nothing_and_is_told_once(self) -> None:
        self.write(b"old\n")
        secrets = secrets_from_file(self.path, check_every=0, on_error=self.errors.append)
        broken = [lambda text=text: self.write(text) for text in (b"\n", b"\xff\xfesecret", b"\xef\xbb\xbfsecret")]
        for make in [*broken, lambda: os.remove(self.path)]:
            make()
            self.assertEqual((secrets(), secrets()), (("old",), ("old",)))
        self.assertEqual([type(error) for error in self.errors], [ValueError] * 3 + [FileNotFoundError])
        self.assertNotIn("secret", repr(self.errors).replace("secrets.txt", "").replace("no secret", ""))
        self.write(b"new\n")
        self.assertEqual(secrets(), ("new",))

    def test_the_file_is_not_looked_at_for_each_delivery(self) -> None:
        self.write(b"old\n")
        secrets = secrets_from_file(self.path, check_every=3600)
        self.write(b"new\n")
        self.assertEqual(secrets(), ("old",))

    def test_a_file_that_is_unusable_at_first_is_an_error(self) -> None:
        self.assertRaises(FileNotFoundError, secrets_from_file, self.path)
        self.write(b"")
        self.assertRaises(ValueError, secrets_from_file, self.path)
