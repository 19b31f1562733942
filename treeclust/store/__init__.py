"""Projects that survive: every change of a project goes into a database, and comes back after a crash.

SQLite in the person's data folder, or the database in TREECLUST_DATABASE_URL. A project is a log of small changes
(steps), the place in it, and its runs; tables are kept once each, under the hash of their content.
"""

from treeclust.store.ledger import Ledger, Saved, Stale
from treeclust.store.merging import Merged, merge, save_merged
from treeclust.store.opening import Opened, open_project_file
from treeclust.store.project_file import SUFFIX, project_file
from treeclust.store.projects import Listed, Store

__all__ = [
    "SUFFIX",
    "Ledger",
    "Listed",
    "Merged",
    "Opened",
    "Saved",
    "Stale",
    "Store",
    "merge",
    "open_project_file",
    "project_file",
    "save_merged",
]
