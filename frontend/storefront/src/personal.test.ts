import { expect, test } from 'vitest';
import { personalIn } from '../build/personal.mjs';

test.each([
  ['{"message":"a login failed","email":"asha.1@gmail.com"}', true],
  ['{"cookie":"sid=0w6Mm_Ck6-UeQd7AvlRMm6DWgmR7tXrRxHMqCKvDHUE"}', true],
  ['{"told":"+91 98765-43210"}', true],
  ['{"message":"an order was placed","name":"Asha Patel"}', true],
  ['{"message":"logged in","account_id":"01a20569-a920-7413-946c-59fb4e4978c8"}', false],
  ['{"message":"identity is ready","address":"127.0.0.1:32961","target":"runtime::frame"}', false],
])('a log line %s is personal: %s', (line, tells) => {
  expect(personalIn(`{"message":"the shop is open"}\n${line}\n`)).toEqual(tells ? [line] : []);
});
