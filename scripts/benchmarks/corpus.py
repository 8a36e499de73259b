"""Writes a folder of realistic Markdown notes: python3 corpus.py FOLDER COUNT

The words are those of the sample vault by frequency, followed by rare ones composed of two. They are drawn by Zipf's law,
twice as steep among the rare ones as in real text, so that "the" is in nearly every note and most words are in few.
Lengths are log-normal. The same count always gives the same files.
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

    def draw(self, count):
        return self.random.choices(self.words, cum_weights=self.weights, k=count)

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
        text = ""
        for sentence in sentences:
            text += sentence + ("\n\n" if self.random.random() < 0.2 else " ")
        return text.rstrip() + "\n"

    def note(self, number):
        """The file's path and text."""
        title = " ".join(self.draw(self.random.randint(2, 5))).capitalize()
        created = datetime(2016, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=self.random.randrange(10 * 365 * 86400))
        updated = created + timedelta(seconds=int(self.random.expovariate(1 / (30 * 86400))))
        tags = self.random.sample(TAGS, self.random.choice([0, 1, 1, 2, 3]))
        front = [f"title: {title} {number}", f"created: {created:{TIME}}", f"updated: {updated:{TIME}}"]
        if tags:
            front.append(f"tags: [{', '.join(tags)}]")
        folder = self.random.choice(TAGS).title()
        return f"{folder}/{title} {number}.md", "---\n" + "\n".join(front) + "\n---\n\n" + self.body(number)


def main(folder, count):
    writer = Writer(count)
    for number in range(count):
        path, text = writer.note(number)
        file = Path(folder, path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
