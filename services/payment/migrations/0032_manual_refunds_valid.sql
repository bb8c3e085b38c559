ALTER TABLE refunds VALIDATE CONSTRAINT refunds_manual;
