"""The screens, drawn with Streamlit: one folder per page, and `shared` for what several pages need."""
