# -*- coding: utf-8 -*-
"""Docstring:
import nothing
from nowhere import nobody
"""
from __future__ import annotations
import os, sys as system; import json
import os.path
import numpy as np
import google.cloud.storage
from fastapi import (  # comment, with ) in it
    FastAPI,
    Depends as D, \
    APIRouter,
)
from . import models
from ..core.db import session as session
from typing import TYPE_CHECKING
from pkg import *
import unused

if TYPE_CHECKING:
    from sqlalchemy.orm import Session
if False:
    import dead.module
elif 0: from dead import other
else:
    import alive

try: import ujson as fast
except ImportError: fast = None

app = FastAPI(title=f"import {os.path.join('a', "b")!r:{system.maxsize}} it")
text = 'import a\
import b'
raw = rb"\"import c"
s = f'''{
np.linalg.norm([1, 2]):>{
system.version}} import x
'''

def handler(db: "Session", router=D(APIRouter)):
	import tabbed.inner as inner
	yield from inner.things()
	raise ValueError from None

@app.get("/x")
async def read(x: int = D(lambda: np.array([1]))):
    with open("x") as f, google.cloud.storage.Client() as client:
        client.bucket("import y")
    return f(unused=1, json={"json": 1})

class A:
    def __init__(self):
        self.router = APIRouter()
    def go(self):
        self.router.add(models)
        db.query()

def old(db: Session): db.commit(); from late import late; late()
