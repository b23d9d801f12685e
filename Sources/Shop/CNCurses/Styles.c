// Writes changes of style in fewer bytes, for frames (`cn_frame_end`). Curses sets both colours whenever one
// of them changes, and each attribute by its own sequence.
#define _GNU_SOURCE // strsep, stpcpy
#include "CNCurses.h"

#include <string.h>

enum { LONGEST = 40, MOST = 200 };

// A style, as the parameters that set it. A colour without text is the terminal's own.
struct style {
    bool is_known;
    unsigned attributes; // A bit for each of the parameters 1 to 9.
    char foreground[LONGEST], background[LONGEST];
};

struct merging {
    // What the terminal has now, and what it must have before the next character.
    struct style now, next;
    // All parameters since the terminal last had a known style, for a style that is not known.
    char given[MOST];
    bool is_pending;
    char *end;
};

static void append(char *text, const char *part) {
    if (*text != 0) strcat(text, ";");
    strcat(text, part);
}

static void append_attributes(char *text, unsigned attributes) {
    for (char digit = '1'; digit <= '9'; digit++) {
        if (attributes & 1u << (digit - '0')) append(text, (char[]){digit, 0});
    }
}

// Writes what changes one style into the other: either what is new, or a reset and everything after it,
// whichever is shorter.
static void write_change(struct merging *merging) {
    struct style *now = &merging->now, *next = &merging->next;
    char added[MOST] = "", whole[MOST] = "";
    const char *shorter = merging->given;
    if (now->is_known && next->is_known) {
        append_attributes(added, next->attributes & ~now->attributes);
        bool is_same_foreground = strcmp(now->foreground, next->foreground) == 0;
        bool is_same_background = strcmp(now->background, next->background) == 0;
        if (!is_same_foreground) append(added, *next->foreground != 0 ? next->foreground : "39");
        if (!is_same_background) append(added, *next->background != 0 ? next->background : "49");
        append_attributes(whole, next->attributes);
        if (*next->foreground != 0) append(whole, next->foreground);
        if (*next->background != 0) append(whole, next->background);
        bool is_less = (now->attributes & ~next->attributes) != 0;
        if (!is_less && *added == 0) shorter = NULL;
        // A reset alone has no parameter; before others it adds one.
        size_t reset = *whole == 0 ? 0 : strlen(whole) + 2;
        if (shorter != NULL) shorter = is_less || reset < strlen(added) ? whole : added;
    }
    if (shorter != NULL) {
        if (strcmp(shorter, "0") == 0) shorter = "";
        merging->end = stpcpy(merging->end, "\033[");
        if (shorter == whole && *whole != 0) merging->end = stpcpy(merging->end, "0;");
        merging->end = stpcpy(merging->end, shorter);
        *merging->end++ = 'm';
    }
    *now = *next;
    merging->is_pending = false;
    *merging->given = 0;
}

// How many parameters, from `parameters` on, make up one colour; 0 if they begin with something else.
static int colour(char *const *parameters, int count) {
    const char *first = parameters[0];
    if (strlen(first) < 2) return 0;
    if (first[1] == '8' && (first[0] == '3' || first[0] == '4')) {
        if (first[2] == ':') return 1;
        if (first[2] != 0 || count < 2) return 0;
        int length = strcmp(parameters[1], "5") == 0 ? 3 : strcmp(parameters[1], "2") == 0 ? 5 : 0;
        return length <= count ? length : 0;
    }
    bool is_bright = first[0] == '9' || (first[0] == '1' && first[1] == '0');
    const char *digit = first + (first[0] == '1' ? 2 : 1);
    if (!is_bright && first[0] != '3' && first[0] != '4') return 0;
    return strlen(digit) == 1 && ((*digit >= '0' && *digit <= '7') || (*digit == '9' && !is_bright)) ? 1 : 0;
}

// Takes the parameters of a sequence into the next style. False if it is too long, or sets something unknown.
static bool take(struct merging *merging, const char *text, size_t length) {
    if (length >= MOST / 2 || strlen(merging->given) + length + 2 >= MOST) return false;
    char given[MOST] = "", copy[MOST] = "", *parameters[MOST];
    memcpy(given, text, length);
    memcpy(copy, text, length);
    int count = 0;
    for (char *rest = copy; rest != NULL;) parameters[count++] = strsep(&rest, ";");
    struct style style = merging->next;
    for (int index = 0; index < count; index++) {
        const char *parameter = parameters[index];
        if (*parameter == 0 || strcmp(parameter, "0") == 0) {
            style = (struct style){.is_known = true};
        } else if (strlen(parameter) == 1 && *parameter >= '1' && *parameter <= '9') {
            style.attributes |= 1u << (*parameter - '0');
        } else {
            int parts = colour(parameters + index, count - index);
            if (parts == 0) return false;
            bool is_background = parameter[0] == '4' || (parameter[0] == '1' && parameter[1] == '0');
            char *place = is_background ? style.background : style.foreground;
            *place = 0;
            for (int part = 0; part < parts; part++) {
                if (strlen(place) + strlen(parameters[index + part]) + 2 >= LONGEST) return false;
                append(place, parameters[index + part]);
            }
            if (strcmp(place, "39") == 0 || strcmp(place, "49") == 0) *place = 0;
            index += parts - 1;
        }
    }
    append(merging->given, length == 0 ? "0" : given);
    merging->next = style;
    return true;
}

size_t cn_merge_styles(const char *bytes, size_t count, char *merged) {
    struct merging merging = {.end = merged};
    const char *at = bytes, *end = bytes + count;
    while (at < end) {
        size_t length = 1;
        bool is_move = *at == '\r';
        if (end - at > 2 && at[0] == '\033' && at[1] == '[') {
            length = 2;
            while (at + length < end && strchr("0123456789;:", at[length]) != NULL && at[length] != 0) length++;
            bool is_whole = at + length < end;
            char final = is_whole ? at[length] : 0;
            length += is_whole;
            if (final == 'm' && take(&merging, at + 2, length - 3)) {
                merging.is_pending = true;
                at += length;
                continue;
            }
            is_move = final != 0 && strchr("HdGABCD", final) != NULL;
            if (final == 'm') {
                // If the style is not known, nothing is left out until the next reset.
                if (merging.is_pending) write_change(&merging);
                merging.now.is_known = merging.next.is_known = false;
            }
        }
        // The cursor can move in any style.
        if (merging.is_pending && !is_move) write_change(&merging);
        memcpy(merging.end, at, length);
        merging.end += length;
        at += length;
    }
    if (merging.is_pending) write_change(&merging);
    return (size_t)(merging.end - merged);
}
