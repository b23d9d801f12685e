// tests of CursesTerminal
