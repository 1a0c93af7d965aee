"""The version, in one place; read by the build without importing the compiled engine."""

VERSION = "0.1.0"
