// Package pipelineweb is the pages of the pipeline room: the people and the market of a
// vacancy, all vacancies with how many people stand where, and what people decided on one
// person. It shows what the operations answer, and asks other rooms by their operations with
// the access of whoever looks.
package pipelineweb
