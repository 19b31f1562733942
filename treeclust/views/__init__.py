"""Pure views: values in, figures and text out. No Streamlit here."""
