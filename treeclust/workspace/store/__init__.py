"""Projects that survive: every change of a project goes into a database, and comes back after a crash.

SQLite in the person's data folder, or the database in TREECLUST_DATABASE_URL. A project is a log of small changes
(steps), the place in it, and its runs; tables are kept once each, under the hash of their content.
"""

from treeclust.workspace.store.importing import ProjectRows, project_rows
from treeclust.workspace.store.keys import Key, Role
from treeclust.workspace.store.ledger import READ_ONLY, Ledger, Saved, Stale
from treeclust.workspace.store.merging import Merged, merge, save_merged
from treeclust.workspace.store.opening import Opened, open_project_file
from treeclust.workspace.store.project_file import SUFFIX, project_file
from treeclust.workspace.store.projects import Access, Listed, Store

__all__ = [
    "READ_ONLY",
    "SUFFIX",
    "Access",
    "Key",
    "Ledger",
    "Listed",
    "Merged",
    "Opened",
    "ProjectRows",
    "Role",
    "Saved",
    "Stale",
    "Store",
    "merge",
    "open_project_file",
    "project_file",
    "project_rows",
    "save_merged",
]
