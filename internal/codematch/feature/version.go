package feature

// Version is of what Of makes of a text: what was made by another version is made anew.
const Version = 1
