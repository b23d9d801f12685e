#ifndef VISITOR_DOOR_H
#define VISITOR_DOOR_H

/// The variable that names the folder of PAM's configuration.
#define VISITOR_DOOR_PAM "VISITOR_DOOR_PAM"

/// The variable that says how many milliseconds what was sent to a visitor may stay unanswered.
#define VISITOR_DOOR_SILENCE "VISITOR_DOOR_SILENCE"

#endif
