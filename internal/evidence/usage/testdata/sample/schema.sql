-- comment
SELECT 'it''s -- not'
/* x
*/
FROM t;
INSERT INTO town (name, size) VALUES
  ('Ay', 1),
  ('Bee; not the end', 2);
insert into town (name) values ('Cee');
INSERT INTO town.mayor
VALUES (1);
INSERT INTO town SELECT name,
  max(size)
FROM village;
