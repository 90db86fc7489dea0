import { z } from "zod";
import { Injectable, Get as G } from "@nestjs/common";
import unusedThing from 'unused-thing';
import type Def from "def";
export type { X } from "./x";
import type from "name-type";
const schema = z.object({ a: z.string() });
const cast = <any>window;
@Injectable()
class A { @G() get(): Def { return schema.parse(type)!; } }
const s: Record<string, string> = { unusedThing: "1" };
