#!/usr/bin/env node
'use strict'
// import no from "comment"
const express = require('express')
const { readFile, join: j } = require("node:path"), z = 1
var Router = require('express').Router
require('dotenv').config()
const dyn = require('./' + name)
const pool = new (require('pg').Pool)()
const lib = await import('lib-async')
import('lazy').then(m => m.run())
const s = "import x from 'no'", t = `require('no') ${j(`a ${readFile('x')} b`)} import "no"`
const re = /import "no" from ['"]/g, q = a / b / c
if (x) /require\("no"\)/.test(y)
const app = express()
app.get('/', (req, res) => res.send({ express: 1, import: 2 }))
app.use(express.json())
foo.require('no'); obj.import('no')
module.exports = require('./lib')
export * from 'star'
export { a as b, default as c } from "named"
const el = <p>Don't import "x" from 'y' {j(<b title="it's">x / y</b>)}</p>
x = i++ / 2; w = /'/
const { data } = { data: 1 }
