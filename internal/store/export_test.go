package store

// LockSchema lets a test stand in for a process that is migrating.
var LockSchema = (*DB).lockSchema
