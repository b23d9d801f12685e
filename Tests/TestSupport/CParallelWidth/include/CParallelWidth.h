// Empty: the target has no functions. It sets the width of a test run before `main`.
