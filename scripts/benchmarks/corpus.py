"""Writes realistic Markdown notes: python3 corpus.py FOLDER COUNT

They are in FOLDER/linked; FOLDER/unlinked has the same notes with parentheses for the brackets of their links.

The words are those of the sample vault by frequency, followed by rare ones composed of two. They are drawn by Zipf's law,
twice as steep among the rare ones as in real text, so that "the" is in nearly every note and most words are in few.
Lengths are log-normal. Links lead to the first notes more often: of 300,000 links, the first note has a thousand, the
hundredth fifty. The same count always gives the same files.
"""

import itertools
import math
import random
import re
import sys
from collections import Counter
from datetime import datetime, timedelta, timezone
from pathlib import Path

SEED = 20260104
VAULT = Path(__file__).resolve().parents[2] / "Resources" / "vault"
VOCABULARY, COMMON_WORDS = 100_000, 5_000
TIME = "%Y-%m-%dT%H:%M:%SZ"
MEAN_BYTES, BYTES_PER_WORD = 1_200, 7
REPEATED = 0.2  # the share of a note's words that repeat its subject
TAGS = (
    "garden kitchen bread travel trains reading work work/meetings code code/swift "
    "journal ideas people health music money house bicycle languages recipes"
).split()

LINKS = [0, 1, 2, 3, 3, 4, 5, 6]  # the numbers of links in a note, equally frequent
ALIASED, PINNED, ATTACHED = 0.05, 0.002, 0.02  # the shares of notes with an alias, with a pin and with an attachment

# The searches of the benchmark.
FREQUENT_PHRASE, FREQUENT_SHARE = "sourdough starter", 0.1
RARE_WORD, RARE_NOTES = "quincunx", 5


def vocabulary():
    """Returns the words, the most frequent first."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(VAULT.rglob("*.md")))
    counts = Counter(re.findall(r"[a-z]+(?:'[a-z]+)?", text.lower()))
    words = dict.fromkeys(sorted(counts, key=lambda word: (-counts[word], word)))
    words.pop(RARE_WORD, None)
    parts = [word for word in words if len(word) > 3]
    pairs = random.Random(SEED)
    while len(words) < VOCABULARY:
        words["".join(pairs.choices(parts, k=2)).replace("'", "")] = None
    return list(words)


def weight(rank):
    """Returns the weight of a word: "the" is one word in twenty, and one in ten is a rare one."""
    return 1 / (rank + 2) * min(1, COMMON_WORDS / (rank + 1))


class Writer:
    def __init__(self, count):
        self.random = random.Random(SEED)
        self.words = vocabulary()
        self.weights = list(itertools.accumulate(map(weight, range(len(self.words)))))
        self.rare = set(self.random.sample(range(count), min(RARE_NOTES, count)))
        self.titles = [f"{self.phrase(2, 5)} {number}" for number in range(count)]
        self.folders = [self.random.choice(TAGS).title() for _ in range(count)]
        aliased = self.random.sample(range(count), int(count * ALIASED))
        self.aliases = {number: f"{self.phrase(1, 2)} {number}" for number in aliased}

    def draw(self, count):
        return self.random.choices(self.words, cum_weights=self.weights, k=count)

    def phrase(self, shortest, longest):
        return " ".join(self.draw(self.random.randint(shortest, longest))).capitalize()

    def names(self, number):
        """Returns the keys by which links find a note: its title and its alias, alone and behind the ends of its path."""
        names = [name.lower() for name in (self.titles[number], self.aliases.get(number)) if name]
        folders = self.folders[number].lower().split("/")
        ends = ["/".join(folders[start:]) for start in range(len(folders))]
        return names + [f"{end}/{name}" for end in ends for name in names]

    def link(self):
        number = int(len(self.titles) * self.random.random() ** 2)
        title, label = self.titles[number], self.phrase(1, 3)
        path = f"{self.folders[number]}/{title}.md".replace(" ", "%20")
        links = [
            f"[[{title}]]", f"[[{title}|{label}]]", f"[{label}]({path})", f"[[{self.aliases.get(number, title)}]]",
            f"[[{label} to be written]]",
        ]
        return self.random.choices(links, weights=[70, 10, 10, 5, 5])[0]

    def body(self, number):
        spread = 1.0
        size = self.random.lognormvariate(math.log(MEAN_BYTES) - spread**2 / 2, spread)
        words = self.draw(max(8, int(size / BYTES_PER_WORD * (1 - REPEATED))))
        words += self.random.choices(words, k=int(len(words) * REPEATED / (1 - REPEATED)))
        self.random.shuffle(words)
        words = iter(words)
        sentences = []
        while sentence := list(itertools.islice(words, self.random.randint(5, 18))):
            sentences.append(" ".join(sentence).capitalize() + ".")
        if self.random.random() < FREQUENT_SHARE:
            sentences.insert(self.random.randint(0, len(sentences)), f"The {FREQUENT_PHRASE} again.")
        if number in self.rare:
            sentences.append(f"Planted in a {RARE_WORD}.")
        for _ in range(self.random.choice(LINKS)):
            sentences.insert(self.random.randint(0, len(sentences)), f"See {self.link()}.")
        text = ""
        for sentence in sentences:
            text += sentence + ("\n\n" if self.random.random() < 0.2 else " ")
        return text.rstrip() + "\n"

    def note(self, number):
        """Returns the path of the file, its front matter and its text."""
        created = datetime(2016, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=self.random.randrange(10 * 365 * 86400))
        updated = created + timedelta(seconds=int(self.random.expovariate(1 / (30 * 86400))))
        tags = self.random.sample(TAGS, self.random.choice([0, 1, 1, 2, 3]))
        path = f"{self.folders[number]}/{self.titles[number]}"
        front = [f"title: {self.titles[number]}", f"created: {created:{TIME}}", f"updated: {updated:{TIME}}"]
        if tags:
            front.append(f"tags: [{', '.join(tags)}]")
        if number in self.aliases:
            front.append(f"aliases: [{self.aliases[number]}]")
        if self.random.random() < PINNED:
            front.append("pinned: true")
        if self.random.random() < ATTACHED:
            front.append(f"note-attachments: [{path}.pdf]")
        return path, "---\n" + "\n".join(front) + "\n---\n\n", self.body(number)


def main(folder, count):
    writer = Writer(count)
    for number in range(count):
        path, front, body = writer.note(number)
        for kind, text in {"linked": body, "unlinked": body.translate(str.maketrans("[]", "()"))}.items():
            file = Path(folder, kind, f"{path}.md")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(front + text, encoding="utf-8")
            if "note-attachments" in front:
                file.with_suffix(".pdf").write_text(f"%PDF-1.4\n{path}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
