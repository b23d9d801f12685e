// Typing that is not shown: a password in a line.
#ifndef HIDDEN_INPUT_H
#define HIDDEN_INPUT_H

#include <stdbool.h>

/// Keeps `terminal` from showing what is typed, but for the end of the line. A signal that ends or stops the program gives
/// the modes back first; when it is continued, it hides again. Does nothing while it is hidden already. False when `terminal` is not a terminal.
bool cn_input_hide(int terminal);

/// Shows what is typed again, if it was hidden.
void cn_input_show(void);

#endif
