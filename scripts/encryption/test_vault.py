#!/usr/bin/env python3
"""Tests vault.py, the reader, and that Resources/encryption/vectors.json is what make-vectors makes.

    python3 -B scripts/encryption/test_vault.py
"""

import dataclasses
import hashlib
import hmac
import json
import os
import subprocess
import sys
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

sys.dont_write_bytecode = True

import vault as v  # noqa: E402

FOLDER = Path(__file__).resolve().parent
VECTORS = FOLDER.parents[1] / "Resources/encryption/vectors.json"
VAULT = "main"
KEY = v.VaultKey(b"key id 1", b"k" * 32)
EARLIER = v.VaultKey(b"key id 0", b"e" * 32)
ITEM, DEVICE = b"i" * 16, b"d" * 16
SECRET = bytes(range(32))
PASSPHRASE = "correct horse battery staple"


def script(name: str) -> ModuleType:
    """Loads a script that has no suffix."""
    loader = SourceFileLoader(name.replace("-", "_"), str(FOLDER / name))
    spec = spec_from_loader(loader.name, loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


reader = script("reader")


def asked(request: dict[str, Any]) -> dict[str, Any]:
    """Returns the reader's reply."""
    return reader.reply(json.dumps(request).encode())


def changed(data: bytes, offset: int) -> bytes:
    """Returns data with one changed bit."""
    return data[:offset] + bytes([data[offset] ^ 1]) + data[offset + 1 :]


class Keys(unittest.TestCase):
    def test_padding_is_the_smallest_with_few_significant_bits(self) -> None:
        for length in [*range(256, 5_000), 65_535, 65_537, 10**6, 10**9 + 7]:
            exponent = length.bit_length() - 1
            step = 1 << exponent - exponent.bit_length()
            self.assertEqual(v.pad(length), -(-length // step) * step)
            self.assertEqual(v.pad(v.pad(length)), v.pad(length))
            self.assertLess(v.pad(length) - length, length * 0.12)

    def test_nothing_is_padded_to_less_than_256_bytes(self) -> None:
        self.assertEqual({v.pad(length) for length in range(257)}, {256})

    def test_a_derived_key_is_that_of_hkdf_written_with_hmac(self) -> None:
        info = b"notesctl/1 blob\x00\x04main" + b"c" * 32
        first = hmac.digest(KEY.key, info + b"\1", "sha256")
        second = hmac.digest(KEY.key, first + info + b"\2", "sha256")
        self.assertEqual(v.derive(VAULT, KEY.key, "blob", b"c" * 32, 39), (first + second)[:39])

    def test_vaults_have_names_of_1_to_64_ascii_characters(self) -> None:
        for name in ["", "v" * 65, "é"]:
            with self.assertRaises(ValueError):
                v.derive(name, KEY.key, "item", ITEM)


class Items(unittest.TestCase):
    blob = v.seal_blob(VAULT, KEY, b"content")[1]
    version = v.Version(v.VERSION, b"\x08\x01\x12\x03Tea", (blob,))

    def sealed(self, version: v.Version = version, batch: int = 17) -> bytes:
        return v.seal_item(VAULT, KEY, ITEM, 41, version, DEVICE, batch)

    def test_a_version_and_a_deletion_come_back(self) -> None:
        for version in [self.version, v.Version(v.VERSION, bytes(5_000)), v.Version(v.DELETION)]:
            opened = v.open_item(VAULT, [EARLIER, KEY], ITEM, self.sealed(version))
            self.assertEqual(opened, v.OpenedItem(version, KEY.id, 41))

    def test_versions_of_similar_sizes_and_deletions_have_one_size(self) -> None:
        self.assertEqual({len(self.sealed(version)) for version in [self.version, v.Version(v.DELETION)]}, {301})

    def test_the_same_batch_has_the_same_bytes_and_another_has_another_nonce(self) -> None:
        self.assertEqual(self.sealed(), self.sealed())
        self.assertNotEqual(self.sealed()[17:29], self.sealed(batch=18)[17:29])
        self.assertNotEqual(self.sealed()[17:29], self.sealed(v.Version(v.DELETION))[17:29])

    def test_any_nonce_is_accepted(self) -> None:
        payload = v.seal_plaintext(VAULT, KEY, ITEM, 41, v.encode_version(self.version), os.urandom(12))
        self.assertEqual(v.open_item(VAULT, [KEY], ITEM, payload).version, self.version)

    def test_every_changed_byte_is_refused(self) -> None:
        payload = self.sealed()
        for offset in range(len(payload)):
            with self.assertRaises(v.UnknownFormat if offset == 0 else v.UnknownKey if offset < 9 else v.NotGenuine):
                v.open_item(VAULT, [KEY], ITEM, changed(payload, offset))

    def test_every_shorter_payload_is_refused(self) -> None:
        payload = self.sealed()
        for length in range(len(payload)):
            with self.assertRaises(v.NotSealed if length == 0 else v.Truncated if length < 45 else v.NotGenuine):
                v.open_item(VAULT, [KEY], ITEM, payload[:length])

    def test_parts_that_do_not_fit_are_not_sealed(self) -> None:
        reference = dataclasses.replace(self.blob, content=b"short")
        for version in [v.Version(v.VERSION, blobs=(reference,)), v.Version(v.VERSION, blobs=(self.blob,) * 65_536)]:
            with self.assertRaises((ValueError, v.struct.error)):
                self.sealed(version)


class Blobs(unittest.TestCase):
    sizes = [0, 1, 255, 256, 257, 65_535, 65_536, 65_537, 131_072, 200_000]

    def test_contents_come_back(self) -> None:
        for size in self.sizes:
            content = os.urandom(size)
            sealed, reference = v.seal_blob(VAULT, KEY, content)
            self.assertEqual(v.open_blob(VAULT, [EARLIER, KEY], reference, sealed), content)
            chunks = max(1, -(-v.pad(size) // v.CHUNK))
            self.assertEqual(len(sealed), v.pad(size) + 16 * chunks)

    def test_the_same_content_is_one_blob_in_a_vault_and_another_elsewhere(self) -> None:
        here = v.seal_blob(VAULT, KEY, b"content")
        self.assertEqual(here, v.seal_blob(VAULT, KEY, b"content"))
        self.assertNotEqual(here, v.seal_blob("other", KEY, b"content"))
        self.assertNotEqual(here, v.seal_blob(VAULT, EARLIER, b"content"))

    def test_every_changed_byte_is_refused(self) -> None:
        sealed, reference = v.seal_blob(VAULT, KEY, b"content")
        for offset in range(len(sealed)):
            other = changed(sealed, offset)
            with self.assertRaises(v.WrongSealedDigest):
                v.open_blob(VAULT, [KEY], reference, other)
            reference_of_other = dataclasses.replace(reference, sealed=hashlib.sha256(other).digest())
            with self.assertRaises(v.NotGenuine):
                v.open_blob(VAULT, [KEY], reference_of_other, other)


class Keyrings(unittest.TestCase):
    data = v.seal_keyring(VAULT, 2, [KEY, EARLIER], PASSPHRASE, SECRET)
    opened = v.OpenedKeyring(2, (KEY, EARLIER))

    def test_it_opens_by_passphrase_by_recovery_code_and_on_a_device(self) -> None:
        self.assertEqual(v.open_keyring_by_passphrase(VAULT, self.data, PASSPHRASE), self.opened)
        self.assertEqual(v.open_keyring_by_recovery_code(VAULT, self.data, SECRET), self.opened)
        for last in [0, 1, 2]:
            self.assertEqual(v.verify_keyring(VAULT, self.data, [KEY], last), self.opened)

    def test_other_words_are_told_from_a_changed_keyring(self) -> None:
        with self.assertRaises(v.WrongPassphrase):
            v.open_keyring_by_passphrase(VAULT, self.data, PASSPHRASE.upper())
        with self.assertRaises(v.WrongRecoveryCode):
            v.open_keyring_by_recovery_code(VAULT, self.data, SECRET[::-1])
        with self.assertRaises(v.KeyringChanged):
            v.open_keyring_by_passphrase(VAULT, changed(self.data, len(self.data) - 1), PASSPHRASE)

    def test_every_changed_byte_is_refused(self) -> None:
        for offset in range(len(self.data)):
            with self.assertRaises(v.Refusal):
                v.open_keyring_by_recovery_code(VAULT, changed(self.data, offset), SECRET)
            with self.assertRaises(v.Refusal):
                v.verify_keyring(VAULT, changed(self.data, offset), [KEY])

    def test_every_other_length_is_refused(self) -> None:
        for data in [self.data[:length] for length in range(len(self.data))] + [self.data + b"\0"]:
            with self.assertRaises((v.Malformed, v.NotAKeyring)):
                v.verify_keyring(VAULT, data, [KEY])

    def test_an_earlier_generation_and_an_unknown_key_are_refused(self) -> None:
        with self.assertRaises(v.EarlierKeyring):
            v.verify_keyring(VAULT, self.data, [KEY], 3)
        with self.assertRaises(v.UnknownKey):
            v.verify_keyring(VAULT, self.data, [EARLIER])

    def test_parameters_that_are_too_cheap_or_too_costly_are_refused_before_they_are_used(self) -> None:
        for values in [(16, 8, 1), (19, 8, 1), (255, 8, 1), (17, 7, 1), (17, 9, 1), (17, 8, 0), (17, 8, 2)]:
            data = self.data[:16] + bytes(values) + self.data[19:]
            with self.assertRaises(v.WrongParameters):
                v.open_keyring_by_passphrase(VAULT, data, PASSPHRASE)
            with self.assertRaises(v.WrongParameters):
                v.seal_keyring(VAULT, 1, [KEY], PASSPHRASE, SECRET, v.Scrypt(*values, bytes(16)))

    def test_random_parts_differ_each_time(self) -> None:
        again = v.seal_keyring(VAULT, 2, [KEY, EARLIER], PASSPHRASE, SECRET)
        for start, end in [(19, 35), (51, 63), (127, 139), (197, 209)]:
            self.assertNotEqual(again[start:end], self.data[start:end])


class RecoveryCodes(unittest.TestCase):
    code = v.encode_recovery_code(SECRET)

    def test_a_code_comes_back(self) -> None:
        for secret in [SECRET, bytes(32), b"\xff" * 32, *(os.urandom(32) for _ in range(100))]:
            code = v.encode_recovery_code(secret)
            self.assertRegex(code, r"\A[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){13}\Z")
            self.assertEqual(v.decode_recovery_code(code), secret)

    def test_case_hyphens_spaces_and_letters_like_digits_have_no_meaning(self) -> None:
        letters = str.maketrans({"0": "o", "1": "l"})
        for code in [self.code.lower(), self.code.replace("-", ""), f" {self.code}\n", self.code.translate(letters)]:
            self.assertEqual(v.decode_recovery_code(code), SECRET)

    def test_every_wrong_character_is_noticed(self) -> None:
        for offset, right in enumerate(self.code):
            for other in v.ALPHABET.replace(right, "") if right != "-" else "":
                with self.assertRaises(v.RecoveryCodeChecksum):
                    v.decode_recovery_code(self.code[:offset] + other + self.code[offset + 1 :])

    def test_neighbours_and_groups_that_changed_places_are_noticed(self) -> None:
        plain, groups = self.code.replace("-", ""), self.code.split("-")
        for parts in [list(plain), groups]:
            for index in range(len(parts) - 1):
                swapped = parts[:index] + [parts[index + 1], parts[index]] + parts[index + 2 :]
                if swapped != parts:
                    with self.assertRaises(v.RecoveryCodeChecksum):
                        v.decode_recovery_code("".join(swapped))

    def test_other_characters_and_lengths_are_refused(self) -> None:
        for character in "Uu*ıß１É":
            with self.assertRaises(v.RecoveryCodeCharacter):
                v.decode_recovery_code(character + self.code[1:])
        for code in ["", self.code[:-1], self.code + "0"]:
            with self.assertRaises(v.RecoveryCodeLength):
                v.decode_recovery_code(code)


class Examples(unittest.TestCase):
    vectors: ClassVar[dict[str, Any]]

    @classmethod
    def setUpClass(cls) -> None:
        cls.vectors = json.loads(VECTORS.read_bytes())

    def test_the_file_is_what_the_script_makes(self) -> None:
        made = subprocess.run([FOLDER / "make-vectors", "-"], capture_output=True, check=True).stdout
        self.assertTrue(made == VECTORS.read_bytes(), "scripts/encryption/make-vectors writes it anew")

    def test_items_open_and_are_sealed_again(self) -> None:
        for vector in self.vectors["items"]:
            request = {"do": "open-item", "keys": [vector["key"]]}
            opened = asked(vector | request)["ok"]
            self.assertEqual({name: vector[name] for name in opened} | {"key": vector["key"]["id"]}, opened)
            request = {name: value for name, value in vector.items() if name != "nonce"}
            self.assertEqual(asked(request | {"do": "seal-item"}), {"ok": {"payload": vector["payload"]}})
            self.assertEqual(asked(vector | {"do": "seal-item"}), {"ok": {"payload": vector["payload"]}})

    def test_nonces_are_unique_for_each_key(self) -> None:
        nonces = [(vector["item_key"], vector["nonce"]) for vector in self.vectors["items"]]
        self.assertEqual(len(set(nonces)), len(nonces))

    def test_histories_are_accepted_or_not(self) -> None:
        for vector in self.vectors["histories"]:
            revisions = dict(vector)
            if revisions.pop("accepted"):
                v.check_history(**revisions)
            else:
                with self.assertRaises((v.EarlierVersion, v.AnotherNote)):
                    v.check_history(**revisions)

    def test_blobs_are_sealed_and_open(self) -> None:
        for vector in self.vectors["blobs"]:
            content = bytes(index % 251 for index in range(vector["size"])).hex()
            sealed = asked(vector | {"do": "seal-blob", "content": content})["ok"]
            self.assertEqual(sealed["blob"], vector["blob"])
            self.assertEqual(sealed["bytes"], vector.get("bytes", sealed["bytes"]))
            opened = asked({"do": "open-blob", "vault": vector["vault"], "keys": [vector["key"]], **sealed})
            self.assertEqual(opened, {"ok": {"content": content}})

    def test_keyrings_open_and_are_sealed_again(self) -> None:
        for vector in self.vectors["keyrings"]:
            opened = {"ok": {"generation": vector["generation"], "keys": vector["keys"]}}
            place = {"do": "open-keyring", "vault": vector["vault"], "keyring": vector["keyring"]}
            for by in [("passphrase",), ("code",), ("keys", "generation")]:
                self.assertEqual(asked(place | {name: vector[name] for name in by}), opened)
            self.assertEqual(asked(vector | {"do": "seal-keyring"}), {"ok": {"keyring": vector["keyring"]}})

    def test_recovery_codes_are_written_and_read(self) -> None:
        for vector in self.vectors["recovery_codes"]:
            asked_for = {"do": "recovery-code", "secret": vector["secret"]}
            self.assertEqual(asked(asked_for), {"ok": {"code": vector["code"]}})
            for code in [vector["code"], *vector["also"]]:
                self.assertEqual(asked({"do": "recovery-code", "code": code}), {"ok": {"secret": vector["secret"]}})

    def test_everything_else_is_refused_with_its_name(self) -> None:
        names = set()
        for kind, refusals in self.vectors["refusals"].items():
            for refusal in refusals:
                with self.subTest(kind=kind, name=refusal["name"]):
                    self.assertEqual(asked(self.request_of(refusal)), {"error": refusal["error"]})
                names.add(refusal["error"])
        self.assertEqual(names, {refusal.name for refusal in v.Refusal.__subclasses__()})

    def request_of(self, refusal: dict[str, Any]) -> dict[str, Any]:
        """Returns a request with the bytes of a blob that is described by its pieces."""
        if "pieces" not in refusal:
            return refusal["request"]
        blob = next(vector for vector in self.vectors["blobs"] if vector["size"] == refusal["of"])
        content = bytes(index % 251 for index in range(blob["size"]))
        whole, _ = v.seal_blob(blob["vault"], v.VaultKey(*map(bytes.fromhex, blob["key"].values())), content)
        sealed = b"".join(whole[start:end] for start, end in refusal["pieces"])
        if "flip" in refusal:
            sealed = changed(sealed, refusal["flip"])
        self.assertEqual(hashlib.sha256(sealed).hexdigest(), refusal["request"]["blob"]["sealed"])
        return refusal["request"] | {"bytes": sealed.hex()}


class Reader(unittest.TestCase):
    def test_it_replies_to_each_line_as_a_process_and_goes_on_after_errors(self) -> None:
        wrong = ["no JSON", "[]", '{"do": "fly"}', '{"do": "pad"}']
        lines = ['{"do": "pad", "length": 257}', *wrong, '{"do": "pad", "length": 0}']
        with subprocess.Popen([FOLDER / "reader"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdin and process.stdout
            replies = []
            for line in lines:
                print(line, file=process.stdin, flush=True)
                replies.append(json.loads(process.stdout.readline()))
            process.stdin.close()
        self.assertEqual(process.returncode, 0)
        request = {"error": "request"}
        self.assertEqual(replies, [{"ok": {"length": 272}}, *[request] * 4, {"ok": {"length": 256}}])

    def test_random_keyrings_and_blobs_go_both_ways(self) -> None:
        key = {"id": KEY.id.hex(), "key": KEY.key.hex()}
        place = {"vault": VAULT, "keys": [key], "passphrase": PASSPHRASE}
        sealed = asked({"do": "seal-keyring", "generation": 1, "secret": SECRET.hex(), **place})["ok"]
        self.assertEqual(asked({"do": "open-keyring", **place, **sealed}), {"ok": {"generation": 1, "keys": [key]}})

    def test_it_has_a_help_and_no_arguments(self) -> None:
        for name in ["reader", "make-vectors"]:
            shown = subprocess.run([FOLDER / name, "-h"], capture_output=True, text=True, check=True).stdout
            self.assertIn(f"scripts/encryption/{name} -h", shown)
            self.assertNotEqual(subprocess.run([FOLDER / name, "secret"], capture_output=True).returncode, 0)


if __name__ == "__main__":
    unittest.main()
