"""What Python's email, quopri, base64 and codecs make of texts that are put together here.

A line a case: what decodes it (`quoted-printable`, `base64`, `uuencode`, `header`, `filename` or
`charset:NAME`), the source and the decoded bytes as hexadecimal, nothing as `-`. The same cases
every time.
"""

import base64
import binascii
import codecs
import email
import email.header
import quopri
import random

RANDOM = random.Random(2045)
WORDS = ["https://example.com/", "caf\u00e9", "\u00fc\u00df", "a b", "=", "?", "_", "x" * 40, "1 < 2"]
CYRILLIC = ["\u043f\u0440\u0438\u0432\u0435\u0442", "https://example.com/\u0434", "a"]
JAPANESE = ["\u65e5\u672c\u8a9e", "https://example.com/", "\u3042\u3044"]
CHINESE = ["\u4f60\u597d", "https://example.com/", "\u4e2d\u6587"]

# The names of mail, and the codec of Python that reads what mail clients read under it.
CHARSETS = {
    "iso-8859-1": "cp1252",
    "iso-8859-2": "iso8859_2",
    "iso-8859-5": "iso8859_5",
    "iso-8859-7": "iso8859_7",
    "iso-8859-15": "iso8859_15",
    "windows-1250": "cp1250",
    "windows-1251": "cp1251",
    "windows-1254": "cp1254",
    "koi8-r": "koi8_r",
    "koi8-u": "koi8_u",
    "ibm866": "cp866",
    "shift_jis": "cp932",
    "euc-jp": "euc_jp",
    "iso-2022-jp": "iso2022_jp",
    "gb2312": "gb2312",
    "gbk": "gbk",
    "gb18030": "gb18030",
    "hz-gb-2312": "hz",
    "big5": "big5hkscs",
    "ks_c_5601-1987": "cp949",
    "iso-2022-kr": "iso2022_kr",
    "utf-7": "utf_7",
    "utf-16le": "utf_16_le",
    "utf-16be": "utf_16_be",
    "utf-32le": "utf_32_le",
}

# Signs that the tables of vendors and of standards read as look-alikes of each other.
LOOKALIKES = set("\u00a2\u00a3\u00ac\u00ad\u00ae\u00b7\u2015\u2016\u20ac\u2212\u223c\u2299\u301c\u30fb\uff5e"
                 "\u00a5\u2022\u203e\u2609\u2641\uff0f\uff3c\uff64")
# What Python alone has in big5hkscs, and ICU elsewhere in gb18030.
NEWER = "\u1e3f\u23da\u23db" + "".join(map(chr, [*range(0x31C0, 0x31D0), *range(0x9FA6, 0x9FB4)]))


def show(decoder, source, decoded):
    print(decoder, source.hex() or "-", decoded.hex() or "-")


def plain_quopri(source):
    """By the part of quopri that is Python, which deletes blanks at line ends; without CR."""
    fast = quopri.a2b_qp
    quopri.a2b_qp = None
    try:
        return quopri.decodestring(source)
    finally:
        quopri.a2b_qp = fast


def quoted_printable():
    for _ in range(300):
        text = "".join(RANDOM.choice(WORDS + ["\r\n", " ", "\t"]) for _ in range(12)).encode()
        source = quopri.encodestring(text).replace(b"\r\n", b"\n") + b"\n"
        if RANDOM.random() < 0.5:
            source = source.replace(b"=\n", b"= \t\n")
        show("quoted-printable", source, plain_quopri(source))
    pieces = [b"=41", b"=c3=a9", b"=\n", b"= \n", b"\n", b" ", b"\t", b"a", b"=4G", b"=g", b"b.", b"\xe9"]
    for _ in range(300):
        source = b"".join(RANDOM.choice(pieces) for _ in range(30)).replace(b"==", b"=") + b".\n"
        show("quoted-printable", source, plain_quopri(source))


def transfer_by_email(name, body):
    head = f"Content-Transfer-Encoding: {name}\n\n".encode()
    return email.message_from_bytes(head + body).get_payload(decode=True)


def base64_bodies():
    for _ in range(300):
        data = RANDOM.randbytes(RANDOM.randrange(200))
        digits = base64.b64encode(data)
        width = RANDOM.choice([4, 7, 60, 76, 1000])
        body = b"\n".join(digits[i : i + width] for i in range(0, len(digits), width))
        if RANDOM.random() < 0.3:
            body = b"".join(bytes([c]) + RANDOM.choice([b"", b" ", b"!", b"-_"]) for c in body)
        if RANDOM.random() < 0.3:
            body = body.rstrip(b"=")
        show("base64", body, transfer_by_email("base64", body))


def uuencoded_bodies():
    for _ in range(100):
        data = RANDOM.randbytes(RANDOM.randrange(1, 200))
        backtick = RANDOM.random() < 0.5
        lines = [
            binascii.b2a_uu(data[i : i + 45], backtick=backtick) for i in range(0, len(data), 45)
        ]
        body = b"begin 644 a.bin\n" + b"".join(lines) + b"`\nend\n"
        show("uuencode", body, transfer_by_email("x-uuencode", body))


def headers():
    sets = [("utf-8", WORDS), ("iso-8859-1", WORDS), ("koi8-r", CYRILLIC), ("utf-8", CYRILLIC)]
    sets += [("iso-2022-jp", JAPANESE), ("utf-8", JAPANESE), ("gb18030", CHINESE), ("big5", CHINESE)]
    for _ in range(400):
        charset, words = RANDOM.choice(sets)
        header = email.header.Header(maxlinelen=RANDOM.choice([40, 76, 200]))
        for _ in range(RANDOM.randrange(1, 4)):
            header.append(" ".join(RANDOM.choice(words) for _ in range(RANDOM.randrange(1, 9))), charset)
        source = header.encode(linesep="\r\n").encode()
        unfolded = source.decode().replace("\r\n", "")
        decoded = str(email.header.make_header(email.header.decode_header(unfolded)))
        show("header", source, decoded.encode())


def filenames():
    for _ in range(200):
        name = "".join(RANDOM.choice(WORDS + CYRILLIC + ["\"", "\\", "'", "%41"]) for _ in range(6))
        message = email.message.Message()
        message.add_header("Content-Disposition", "attachment", filename=("utf-8", "de", name))
        source = message["Content-Disposition"]
        if RANDOM.random() < 0.5:  # in several parts
            value = source.split("filename*=", 1)[1].strip('"')
            places = [i for i in range(10, len(value)) if "%" not in value[i - 2 : i]]
            cuts = sorted(RANDOM.choice(places) for _ in range(3))
            parts = [value[a:b] for a, b in zip([0] + cuts, cuts + [len(value)])]
            source = "attachment; " + ";\r\n ".join(f"filename*{i}*={p}" for i, p in enumerate(parts))
        message = email.message_from_string("Content-Disposition: " + source + "\n\n")
        show("filename", source.encode(), message.get_filename().encode())


def charsets():
    for name, codec in CHARSETS.items():
        known = []
        for point in range(0x20, 0x10000):
            if (chr(point) in LOOKALIKES or chr(point) in NEWER) and not name.startswith("utf"):
                continue
            if 0xD800 <= point < 0xF900 or point == 0xFEFF or 0x7F <= point < 0xA0:
                continue
            try:
                if chr(point).encode(codec).decode(codec) == chr(point):
                    known.append(chr(point))
            except UnicodeError:
                pass
        for i in range(0, len(known), 40):
            text = "".join(known[i : i + 40])
            show("charset:" + name, text.encode(codec), text.encode())


def main():
    quoted_printable()
    base64_bodies()
    uuencoded_bodies()
    headers()
    filenames()
    charsets()


main()
