"""The format of encrypted vaults, as docs/encryption.md describes it: a second implementation, which shares no code with the
program. It needs Python 3.11 and the package `cryptography`.

Names of vaults are texts, everything else is bytes. What is not genuine raises a `Refusal`; arguments that no vault can have
raise a `ValueError`.
"""

import hashlib
import hmac
import secrets
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

FORMAT = 1
TAG = 16
CHUNK = 65_536
VERSION, DELETION = 1, 2
PASSPHRASE_SLOT, RECOVERY_SLOT, EARLIER_SLOT = 1, 2, 3

# The identifier of the item that is the vault's keyring.
KEYRING_ITEM = b"\xff" * 16

# An item before its ciphertext: format, key id, replaced revision, and nonce.
ITEM_HEAD = struct.Struct(">B8sQ12s")
# A plaintext before its blobs, and one of them.
PLAINTEXT_HEAD = struct.Struct(">BIH")
BLOB = struct.Struct(">32sQ32s8s")
# A keyring before its earlier keys, and one of them.
KEYRING_HEAD = struct.Struct(">3sBI8sBBB16s16s60s16s60sH")
EARLIER_KEY = struct.Struct(">8s60s")


class Refusal(Exception):
    """Bytes or words that a device does not accept."""

    name: ClassVar[str] = "refusal"


class NotSealed(Refusal):
    """A payload that is empty or a note in plain text."""

    name = "not-sealed"


class UnknownFormat(Refusal):
    """A payload or keyring with another number of its format."""

    name = "unknown-format"


class Truncated(Refusal):
    """A payload that is shorter than its fields."""

    name = "truncated"


class UnknownKey(Refusal):
    """A key id that is not among the keys of the device."""

    name = "unknown-key"


class NotGenuine(Refusal):
    """A payload or chunk whose tag is wrong for its key, nonce and additional data."""

    name = "not-genuine"


class WrongPadding(Refusal):
    """Padding with another length, or with a byte that is not zero."""

    name = "padding"


class Malformed(Refusal):
    """An authentic plaintext, or a keyring, with fields that do not fit."""

    name = "malformed"


class EarlierVersion(Refusal):
    """A version that is older than the one that the device knows, or that replaces an older one."""

    name = "earlier-version"


class AnotherNote(Refusal):
    """A version at the revision that the device knows, with another note."""

    name = "another-note"


class WrongSealedDigest(Refusal):
    """A sealed blob with another digest than its reference has."""

    name = "sealed-digest"


class WrongBlobSize(Refusal):
    """A sealed blob with another length than the content's size implies."""

    name = "blob-size"


class WrongContentDigest(Refusal):
    """An authentic blob whose content has another digest than its reference has."""

    name = "content-digest"


class NotAKeyring(Refusal):
    """A payload that does not begin as a keyring."""

    name = "not-a-keyring"


class WrongParameters(Refusal):
    """Parameters of scrypt that a client does not accept."""

    name = "scrypt-parameters"


class WrongPassphrase(Refusal):
    """A passphrase that is not the keyring's."""

    name = "wrong-passphrase"


class WrongRecoveryCode(Refusal):
    """A recovery code that is not the keyring's."""

    name = "wrong-recovery-code"


class KeyringChanged(Refusal):
    """A keyring with bytes that no device of the vault wrote."""

    name = "keyring-changed"


class EarlierKeyring(Refusal):
    """A keyring of an earlier generation than the last one that the device saw."""

    name = "earlier-keyring"


class RecoveryCodeCharacter(Refusal):
    """A recovery code with a character that is none of the alphabet."""

    name = "recovery-code-character"


class RecoveryCodeLength(Refusal):
    """A recovery code with too few or too many characters."""

    name = "recovery-code-length"


class RecoveryCodeChecksum(Refusal):
    """A recovery code with a mistake: the checksum is wrong, or the bits that fill the last character are not zero."""

    name = "recovery-code-checksum"


@dataclass(frozen=True)
class VaultKey:
    """A key of a vault, with its public id."""

    id: bytes
    key: bytes


@dataclass(frozen=True)
class BlobReference:
    """A blob as an item names it."""

    content: bytes  # SHA-256 of the content
    size: int  # of the content
    sealed: bytes  # SHA-256 of the sealed blob
    key: bytes  # the id of the key with which it was sealed


@dataclass(frozen=True)
class Version:
    """A version of a note, or its deletion."""

    operation: int
    note: bytes = b""
    blobs: tuple[BlobReference, ...] = ()


@dataclass(frozen=True)
class OpenedItem:
    """A version, and the parts of its payload that are authentic with it."""

    version: Version
    key: bytes  # the id of the key with which it was sealed
    replaces: int


@dataclass(frozen=True)
class OpenedKeyring:
    """The keys of a keyring: the current one, then earlier ones, the latest first."""

    generation: int
    keys: tuple[VaultKey, ...]


@dataclass(frozen=True)
class Scrypt:
    """The parameters of scrypt, and its salt."""

    log2_n: int
    r: int
    p: int
    salt: bytes

    def encoded(self) -> bytes:
        return struct.pack(">BBB16s", self.log2_n, self.r, self.p, exactly(16, self.salt))

    def check(self) -> None:
        """Refuses what costs a thief too little, or a device too much."""
        if not 17 <= self.log2_n <= 18 or self.r != 8 or self.p != 1:
            raise WrongParameters

    def secret(self, passphrase: str) -> bytes:
        """Returns the secret of a passphrase. Takes about a second, and 128 or 256 MB."""
        n = 1 << self.log2_n
        memory = 128 * self.r * (n + self.p + 8)
        words = unicodedata.normalize("NFC", passphrase).encode()
        return hashlib.scrypt(words, salt=self.salt, n=n, r=self.r, p=self.p, maxmem=memory, dklen=32)


def exactly(length: int, value: bytes) -> bytes:
    """Returns a value of a certain length."""
    if len(value) != length:
        raise ValueError(f"{len(value)} bytes instead of {length}")
    return value


# MARK: Keys


def vault_bytes(vault: str) -> bytes:
    """Returns `V`: the name of a vault behind its length."""
    name = vault.encode("ascii")
    if not 1 <= len(name) <= 64:
        raise ValueError("a name of a vault has 1 to 64 characters")
    return bytes([len(name)]) + name


def derive_info(vault: str, purpose: str, context: bytes) -> bytes:
    """Returns what tells a derived key from others."""
    return b"notesctl/1 " + purpose.encode() + b"\0" + vault_bytes(vault) + context


def derive(vault: str, key: bytes, purpose: str, context: bytes = b"", length: int = 32) -> bytes:
    """Derives a key from a vault key or a secret: HKDF-Expand with SHA-256, RFC 5869, section 2.3."""
    return HKDFExpand(SHA256(), length, derive_info(vault, purpose, context)).derive(exactly(32, key))


def key_with_id(keys: Iterable[VaultKey], key_id: bytes) -> VaultKey:
    """Finds a key by its id."""
    for key in keys:
        if key.id == key_id:
            return key
    raise UnknownKey


def pad(length: int) -> int:
    """Returns the padded length of so many bytes: Padmé of at least 256 bytes."""
    length = max(length, 256)
    exponent = length.bit_length() - 1
    mask = (1 << (exponent - exponent.bit_length())) - 1
    return (length + mask) & ~mask


def padded(content: bytes) -> bytes:
    """Appends zeros up to the padded length."""
    return content.ljust(pad(len(content)), b"\0")


def decrypt(key: bytes, nonce: bytes, sealed: bytes, additional: bytes | None, refusal: type[Refusal]) -> bytes:
    """Opens AES-256-GCM with its tag at the end."""
    try:
        return AESGCM(key).decrypt(nonce, sealed, additional)
    except InvalidTag:
        raise refusal from None


# MARK: Items


def encode_version(version: Version) -> bytes:
    """Returns the plaintext of a version, with its padding."""
    head = PLAINTEXT_HEAD.pack(version.operation, len(version.note), len(version.blobs))
    blobs = (
        BLOB.pack(exactly(32, blob.content), blob.size, exactly(32, blob.sealed), exactly(8, blob.key))
        for blob in version.blobs
    )
    return padded(head + b"".join(blobs) + version.note)


def decode_version(plaintext: bytes) -> Version:
    """Reads the plaintext of a version."""
    if len(plaintext) < PLAINTEXT_HEAD.size:
        raise WrongPadding
    operation, length, count = PLAINTEXT_HEAD.unpack_from(plaintext)
    if operation not in (VERSION, DELETION) or operation == DELETION and (length, count) != (0, 0):
        raise Malformed
    blobs_end = PLAINTEXT_HEAD.size + count * BLOB.size
    end = blobs_end + length
    if end > len(plaintext):
        raise Malformed
    if len(plaintext) != pad(end) or any(plaintext[end:]):
        raise WrongPadding
    blobs = BLOB.iter_unpack(plaintext[PLAINTEXT_HEAD.size : blobs_end])
    return Version(operation, plaintext[blobs_end:end], tuple(BlobReference(*blob) for blob in blobs))


def item_additional_data(vault: str, key_id: bytes, item: bytes, replaces: int) -> bytes:
    """Returns the additional data of an item."""
    head = struct.pack(">B8sQ", FORMAT, exactly(8, key_id), replaces)
    return b"notesctl/1 item\0" + vault_bytes(vault) + exactly(16, item) + head


def item_nonce(
    vault: str, key: VaultKey, item: bytes, replaces: int, plaintext: bytes, device: bytes, batch: int
) -> bytes:
    """Returns the nonce of a plaintext in a batch of a device: the same for a batch that is sent again, and no other."""
    nonces = derive(vault, key.key, "item nonce")
    sender = exactly(16, device) + struct.pack(">Q", batch)
    return hmac.digest(nonces, item_additional_data(vault, key.id, item, replaces) + sender + plaintext, "sha256")[:12]


def seal_plaintext(vault: str, key: VaultKey, item: bytes, replaces: int, plaintext: bytes, nonce: bytes) -> bytes:
    """Seals a plaintext, right or not, as the payload of an item."""
    additional = item_additional_data(vault, key.id, item, replaces)
    sealed = AESGCM(derive(vault, key.key, "item", item)).encrypt(exactly(12, nonce), plaintext, additional)
    return ITEM_HEAD.pack(FORMAT, key.id, replaces, nonce) + sealed


def seal_item(
    vault: str, key: VaultKey, item: bytes, replaces: int, version: Version, device: bytes, batch: int
) -> bytes:
    """Seals a version as the payload of an item."""
    plaintext = encode_version(version)
    nonce = item_nonce(vault, key, item, replaces, plaintext, device, batch)
    return seal_plaintext(vault, key, item, replaces, plaintext, nonce)


def open_item(vault: str, keys: Iterable[VaultKey], item: bytes, payload: bytes) -> OpenedItem:
    """Opens the payload of an item."""
    # A note in plain text begins with the number of its version, the field 1 of note.proto.
    if payload[:1] in (b"", b"\x08"):
        raise NotSealed
    if payload[0] != FORMAT:
        raise UnknownFormat
    if len(payload) < ITEM_HEAD.size + TAG:
        raise Truncated
    _, key_id, replaces, nonce = ITEM_HEAD.unpack_from(payload)
    key = derive(vault, key_with_id(keys, key_id).key, "item", exactly(16, item))
    additional = item_additional_data(vault, key_id, item, replaces)
    plaintext = decrypt(key, nonce, payload[ITEM_HEAD.size :], additional, NotGenuine)
    return OpenedItem(decode_version(plaintext), key_id, replaces)


def check_history(
    replaces: int, revision: int, known: int, fork: int | None = None, same_note: bool = True
) -> None:
    """Refuses a version at a revision that cannot follow the known revision of its note.

    The fork is the last revision that two epochs have in common, while another epoch is entered. `same_note` tells whether
    the version has the note that the device knows, and matters at the known revision only.
    """
    if fork is not None and fork < known:
        return
    if revision == known:
        if not same_note:
            raise AnotherNote
    elif revision < known or replaces < known:
        raise EarlierVersion


# MARK: Blobs


def blob_key(vault: str, key: bytes, digest: bytes) -> tuple[bytes, bytes]:
    """Returns the key of a blob, and the prefix of its nonces."""
    derived = derive(vault, key, "blob", exactly(32, digest), 32 + 7)
    return derived[:32], derived[32:]


def chunk_nonce(prefix: bytes, index: int, is_last: bool) -> bytes:
    """Returns the nonce of a chunk."""
    return prefix + struct.pack(">IB", index, is_last)


def seal_blob(vault: str, key: VaultKey, content: bytes) -> tuple[bytes, BlobReference]:
    """Seals a content. Returns the sealed blob and its reference."""
    digest = hashlib.sha256(content).digest()
    secret, prefix = blob_key(vault, key.key, digest)
    cipher, plain = AESGCM(secret), padded(content)
    starts = range(0, len(plain), CHUNK)
    sealed = b"".join(
        cipher.encrypt(chunk_nonce(prefix, index, index == len(starts) - 1), plain[start : start + CHUNK], None)
        for index, start in enumerate(starts)
    )
    return sealed, BlobReference(digest, len(content), hashlib.sha256(sealed).digest(), key.id)


def open_blob(vault: str, keys: Iterable[VaultKey], reference: BlobReference, sealed: bytes) -> bytes:
    """Opens a sealed blob. Returns its content."""
    secret, prefix = blob_key(vault, key_with_id(keys, reference.key).key, reference.content)
    if hashlib.sha256(sealed).digest() != reference.sealed:
        raise WrongSealedDigest
    length = pad(reference.size)
    starts = range(0, length + -(-length // CHUNK) * TAG, CHUNK + TAG)
    if len(sealed) != length + len(starts) * TAG:
        raise WrongBlobSize
    plain = b"".join(
        decrypt(
            secret,
            chunk_nonce(prefix, index, index == len(starts) - 1),
            sealed[start : start + CHUNK + TAG],
            None,
            NotGenuine,
        )
        for index, start in enumerate(starts)
    )
    content = plain[: reference.size]
    if any(plain[reference.size :]):
        raise WrongPadding
    if hashlib.sha256(content).digest() != reference.content:
        raise WrongContentDigest
    return content


# MARK: Keyring


def wrap_additional_data(vault: str, slot: int, key_id: bytes, scrypt: Scrypt | None) -> bytes:
    """Returns the additional data of a wrapped key; the parameters of scrypt are for the passphrase."""
    end = scrypt.encoded() if scrypt else b""
    return b"notesctl/1 wrap\0" + vault_bytes(vault) + bytes([slot]) + exactly(8, key_id) + end


def wrap(
    vault: str, wrapping: bytes, slot: int, key: VaultKey, nonce: bytes, scrypt: Scrypt | None = None
) -> bytes:
    """Wraps a vault key."""
    additional = wrap_additional_data(vault, slot, key.id, scrypt)
    return nonce + AESGCM(wrapping).encrypt(exactly(12, nonce), exactly(32, key.key), additional)


def unwrap(
    vault: str, wrapping: bytes, slot: int, key_id: bytes, wrapped: bytes, scrypt: Scrypt | None = None
) -> VaultKey:
    """Unwraps a vault key."""
    additional = wrap_additional_data(vault, slot, key_id, scrypt)
    return VaultKey(key_id, decrypt(wrapping, wrapped[:12], wrapped[12:], additional, KeyringChanged))


@dataclass(frozen=True)
class Keyring:
    """The fields of a keyring, none of which is authentic yet."""

    generation: int
    key_id: bytes
    scrypt: Scrypt
    passphrase_check: bytes
    passphrase_wrap: bytes
    recovery_check: bytes
    recovery_wrap: bytes
    earlier: tuple[tuple[bytes, bytes], ...]
    body: bytes  # everything before the HMAC
    code: bytes

    @staticmethod
    def parsed(data: bytes) -> "Keyring":
        """Reads the fields, and refuses parameters of scrypt that a client does not accept."""
        if data[:3] != b"NKR":
            raise NotAKeyring
        if data[3:4] != bytes([FORMAT]):
            raise UnknownFormat if len(data) > 3 else Malformed
        if len(data) < KEYRING_HEAD.size + 32:
            raise Malformed
        fields = KEYRING_HEAD.unpack_from(data)
        _, _, generation, key_id, log2_n, r, p, salt, check, wrapped, recovery_check, recovery_wrap, count = fields
        body, code = data[:-32], data[-32:]
        if generation == 0 or len(body) != KEYRING_HEAD.size + count * EARLIER_KEY.size:
            raise Malformed
        scrypt = Scrypt(log2_n, r, p, salt)
        scrypt.check()
        earlier = tuple(EARLIER_KEY.iter_unpack(body[KEYRING_HEAD.size :]))
        slots = check, wrapped, recovery_check, recovery_wrap
        return Keyring(generation, key_id, scrypt, *slots, earlier, body, code)

    def opened(self, vault: str, current: VaultKey) -> OpenedKeyring:
        """Verifies the HMAC with the current key, and unwraps earlier ones."""
        expected = hmac.digest(derive(vault, current.key, "keyring"), self.body, "sha256")
        if not hmac.compare_digest(expected, self.code):
            raise KeyringChanged
        wrapping = derive(vault, current.key, "earlier")
        earlier = (unwrap(vault, wrapping, EARLIER_SLOT, key_id, wrapped) for key_id, wrapped in self.earlier)
        return OpenedKeyring(self.generation, (current, *earlier))


@dataclass(frozen=True)
class KeyringNonces:
    """The nonces of a keyring's wrapped keys: random, except in tests."""

    passphrase: bytes
    recovery: bytes
    earlier: tuple[bytes, ...]

    @staticmethod
    def random(earlier: int) -> "KeyringNonces":
        nonces = [secrets.token_bytes(12) for _ in range(2 + earlier)]
        return KeyringNonces(nonces[0], nonces[1], tuple(nonces[2:]))


def seal_keyring(
    vault: str,
    generation: int,
    keys: Sequence[VaultKey],
    passphrase: str,
    recovery: bytes,
    scrypt: Scrypt | None = None,
    nonces: KeyringNonces | None = None,
) -> bytes:
    """Makes a keyring of the current key and earlier ones, for a passphrase and the bytes of a recovery code."""
    current, *earlier = keys
    scrypt = scrypt or Scrypt(17, 8, 1, secrets.token_bytes(16))
    scrypt.check()
    nonces = nonces or KeyringNonces.random(len(earlier))
    secret = scrypt.secret(passphrase)
    body = KEYRING_HEAD.pack(
        b"NKR",
        FORMAT,
        generation,
        exactly(8, current.id),
        scrypt.log2_n,
        scrypt.r,
        scrypt.p,
        scrypt.salt,
        derive(vault, secret, "check", length=16),
        wrap(vault, derive(vault, secret, "wrap"), PASSPHRASE_SLOT, current, nonces.passphrase, scrypt),
        derive(vault, recovery, "check", length=16),
        wrap(vault, derive(vault, recovery, "wrap"), RECOVERY_SLOT, current, nonces.recovery),
        len(earlier),
    )
    wrapping = derive(vault, current.key, "earlier")
    for key, nonce in zip(earlier, nonces.earlier, strict=True):
        body += EARLIER_KEY.pack(key.id, wrap(vault, wrapping, EARLIER_SLOT, key, nonce))
    return body + hmac.digest(derive(vault, current.key, "keyring"), body, "sha256")


def open_keyring_by_passphrase(vault: str, data: bytes, passphrase: str) -> OpenedKeyring:
    """Opens a keyring by its passphrase."""
    keyring = Keyring.parsed(data)
    secret = keyring.scrypt.secret(passphrase)
    if not hmac.compare_digest(derive(vault, secret, "check", length=16), keyring.passphrase_check):
        raise WrongPassphrase
    wrapping = derive(vault, secret, "wrap")
    wrapped = keyring.passphrase_wrap
    return keyring.opened(vault, unwrap(vault, wrapping, PASSPHRASE_SLOT, keyring.key_id, wrapped, keyring.scrypt))


def open_keyring_by_recovery_code(vault: str, data: bytes, secret: bytes) -> OpenedKeyring:
    """Opens a keyring by the bytes of its recovery code."""
    keyring = Keyring.parsed(data)
    if not hmac.compare_digest(derive(vault, secret, "check", length=16), keyring.recovery_check):
        raise WrongRecoveryCode
    wrapping = derive(vault, secret, "wrap")
    return keyring.opened(vault, unwrap(vault, wrapping, RECOVERY_SLOT, keyring.key_id, keyring.recovery_wrap))


def verify_keyring(vault: str, data: bytes, keys: Iterable[VaultKey], last_generation: int = 0) -> OpenedKeyring:
    """Opens a keyring on a device with keys, which saw a last generation."""
    keyring = Keyring.parsed(data)
    opened = keyring.opened(vault, key_with_id(keys, keyring.key_id))
    if opened.generation < last_generation:
        raise EarlierKeyring
    return opened


# MARK: Recovery code

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
VALUES = {character: value for value, character in enumerate(ALPHABET)} | {"O": 0, "I": 1, "L": 1}


def encode_recovery_code(secret: bytes) -> str:
    """Returns the words on paper for 32 bytes."""
    bits = int.from_bytes(exactly(32, secret), "big") << 4
    bits = bits << 20 | zlib.crc32(secret) & 0xFFFFF
    characters = "".join(ALPHABET[bits >> shift & 31] for shift in range(275, -1, -5))
    return "-".join(characters[start : start + 4] for start in range(0, len(characters), 4))


def decode_recovery_code(code: str) -> bytes:
    """Returns the 32 bytes. Hyphens and spaces have no meaning, nor has the case; O is read as 0, I and L as 1."""
    bits = 0
    characters = "".join(code.replace("-", "").split())
    for character in characters:
        if not character.isascii() or character.upper() not in VALUES:
            raise RecoveryCodeCharacter
        bits = bits << 5 | VALUES[character.upper()]
    if len(characters) != 56:
        raise RecoveryCodeLength
    secret = (bits >> 24).to_bytes(32, "big")
    if bits >> 20 & 15 or zlib.crc32(secret) & 0xFFFFF != bits & 0xFFFFF:
        raise RecoveryCodeChecksum
    return secret
