"""Tables to start with, each with a good first question and what it teaches."""

from treeclust.tables.samples.catalogue import FOLDER, SAMPLES, Sample, sample, write_samples

__all__ = ["FOLDER", "SAMPLES", "Sample", "sample", "write_samples"]
