"""The pages of the React app as the server sends them: which one, in which language, from the first byte."""
