#ifndef CNCURSES_H
#define CNCURSES_H
#define NCURSES_WIDECHAR 1
#if !__has_include(<curses.h>)
#error "ncurses headers not found: apt-get install libncurses-dev"
#endif
#include <curses.h>
#endif
