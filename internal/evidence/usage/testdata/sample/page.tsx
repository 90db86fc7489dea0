import React, { useState, type FC } from "react";
import type { Request } from 'express';
import { type A, type B as C } from "only-types";
import * as Dialog from "@radix-ui/react-dialog";
import Button from "@/components/button";
import fs = require("fs");
import "./style.css";
import data from "./data.json" with { type: "json" };
import { HttpClient } from "@angular/common/http";
import { motion } from "framer-motion";

const id = <T,>(x: T) => x;
const other = <T extends object>(x: T): C => x;

export const Page: FC<{ req: Request }> = ({ req }) => {
  const [n, setN] = useState<number>(0);
  React.useEffect(() => { fs.readFileSync("x"); }, []);
  return (
    <>
      <Dialog.Root open={n > 0} label="import 'x' from">
        {/* <Gone /> */}
        <Button onClick={() => setN(n + 1)}>It's {n} / {`${n}`}, import "y" </Button>
        <motion.div /> it's
      </Dialog.Root>
    </>
  );
};

class Service {
  constructor(private http: HttpClient) {}
  load = (url: string) => this.http.get<A>(url) as import("deep").Type;
}
