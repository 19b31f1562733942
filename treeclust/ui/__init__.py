"""The screen. Plain values and handlers first (project, edits, answers); Streamlit only in the files that draw."""
