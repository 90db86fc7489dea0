package subject

// LookupSubject lets tests read one spelling without a course around it.
var LookupSubject = lookup
