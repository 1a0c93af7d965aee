"""The compiled engine; private: people import `hansa`."""
