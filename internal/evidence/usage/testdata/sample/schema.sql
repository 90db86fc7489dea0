-- comment
SELECT 'it''s -- not'
/* x
*/
FROM t;
