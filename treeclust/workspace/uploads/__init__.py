"""Files that people upload are read outside the server, in a worker with limits, as solves are: what a file costs to
read, it costs nobody else."""

from treeclust.workspace.uploads.forms import PlacedFile
from treeclust.workspace.uploads.reader import WORKER, FileReader

__all__ = ["WORKER", "FileReader", "PlacedFile"]
