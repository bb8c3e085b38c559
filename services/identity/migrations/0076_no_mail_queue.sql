-- Mails are jobs, and what was left in the queue was moved (0040_mail_queue.sql); no program looks into it.
DROP TABLE mail_queue;
