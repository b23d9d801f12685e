// Hides typed text: a password in a line.
#ifndef HIDDEN_INPUT_H
#define HIDDEN_INPUT_H

#include <stdbool.h>

/// Hides what is typed into `terminal`, except the end of the line. A signal that ends or stops the program restores the
/// modes first; when it is continued, the text is hidden again. False if `terminal` is not a terminal.
bool cn_input_hide(int terminal);

/// Shows typed text again, if it was hidden.
void cn_input_show(void);

#endif
