// The only header that includes curses, for CursesTerminal. It wraps what Swift does not import: shared
// globals, and macros with casts.
#ifndef CNCURSES_H
#define CNCURSES_H

#define NCURSES_WIDECHAR 1 // Before <curses.h>: addnwstr and its kin.
#if !__has_include(<curses.h>)
#error "The header curses.h is missing: apt-get install libncurses-dev"
#endif
#include <curses.h>
#include <wchar.h>

#include "Terminal.h"

#pragma clang assume_nonnull begin

/// What the terminfo database says about a type of terminal.
enum cn_terminal_kind { CN_TERMINAL_USABLE, CN_TERMINAL_UNKNOWN, CN_TERMINAL_WITHOUT_CURSOR };
/// Looks a terminal type up. Writes nothing.
enum cn_terminal_kind cn_look_up(const char *type);

/// Opens a terminal of a known type, with the modes for a screen. Unlike initscr, it never ends the program,
/// and returns NULL instead.
SCREEN *_Nullable cn_open(const char *type, int input, int output);

/// Sends a last sequence and gives the terminal back as it was. This takes a fraction of a second, even if
/// the terminal takes nothing.
void cn_close(const char *last);

/// Takes the terminal again after `cn_close`, or after another program has used it.
void cn_reopen(void);

/// Whether the terminal's entry in the database says that it takes strings for the system around it (OSC),
/// such as a title. Call it after `cn_open`.
bool cn_takes_strings(void);

/// Whether the colours below 256 are those of the usual palette, even if the terminal has all colours. Call
/// it after `cn_open`.
bool cn_has_palette(void);

/// Collects what curses writes, until `cn_frame_end`. By itself, curses writes once for each move of the
/// cursor. What was collected before and not sent is dropped.
void cn_frame_begin(void);

/// Copies what curses writes, with fewer bytes for changes of style (`ESC [ … m`), and returns the number
/// of bytes. A style is written before the next character or erasure, without what the terminal already
/// has. `merged` must have room for twice `count` bytes.
size_t cn_merge_styles(const char *bytes, size_t count, char *merged);

/// Adds a sequence of our own to what is collected.
void cn_frame_add(const char *sequence);

/// Ends the collected frame. If it is large, a terminal that is able to is asked to show it at once.
void cn_frame_end(bool synchronised);

/// Sends as much of the frame as the terminal takes now, and waits for nothing. True if the terminal has all
/// of it.
bool cn_frame_send(void);

/// The largest window that is used. A remote terminal can claim any size, and curses counts in 16 bits.
enum { CN_MOST_ROWS = 160, CN_MOST_COLUMNS = 512 };

/// The size that the terminal reports, at most `CN_MOST_ROWS` by `CN_MOST_COLUMNS`; false if it reports none.
bool cn_window_size(int terminal, int *rows, int *columns);

/// Cells that a character takes, or -1 for one that cannot be printed in this locale.
int cn_width(wchar_t character);

static inline WINDOW *cn_stdscr(void) { return stdscr; }
static inline WINDOW *cn_curscr(void) { return curscr; }
static inline int cn_colours(void) { return COLORS; }

static const attr_t CN_BOLD = A_BOLD, CN_DIM = A_DIM, CN_REVERSE = A_REVERSE, CN_UNDERLINE = A_UNDERLINE;

#pragma clang assume_nonnull end
#endif
