import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changeOwnPassword, renewRecoveryCodes } from '../api/own_sign_in';
import { NotReauthenticated } from '../api/reauthentication';
import { meWith } from '../test_data';
import { answerCalls, show } from '../test_page';

const renewal = 'POST session/recovery-codes';
const refused = {
  status: 403,
  body: { message: 'Please show that it is you.', code: 'FORBIDDEN', reason: 'REAUTHENTICATE' },
};
const proof = 'POST session/reauthentication';
const me = meWith('staff.manage');

test.each([
  ['its reason', refused],
  ['its code', { status: 403, body: { message: '', code: 'REAUTHENTICATE' } }],
])('a call that needs it asks who it is, told by %s, and is made again', async (_, refusal) => {
  const calls = answerCalls({
    [renewal]: [refusal, { data: { recoveryCodes: ['1234'] } }],
    [proof]: { data: { ...me, isReauthenticated: true } },
  });
  const { user } = show(null, { me });
  const answer = renewRecoveryCodes();
  await user.type(await screen.findByLabelText('Your password'), 'monsoon over surat');
  await user.type(screen.getByLabelText('Code of your authenticator app'), '123 456');
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  expect(await answer).toEqual(['1234']);
  expect(calls.map(({ route }) => route)).toEqual([renewal, proof, renewal]);
  expect(calls[1]?.body).toEqual({ password: 'monsoon over surat', code: '123456' });
  expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument();
});

test('a wrong code is said in the dialog, and the call waits on', async () => {
  answerCalls({
    [renewal]: [refused, { data: { recoveryCodes: ['1234'] } }],
    [proof]: [{ status: 422, body: { message: 'Password or code is wrong.' } }, { data: me }],
  });
  const { user } = show(null, { me });
  const answer = renewRecoveryCodes();
  await user.type(await screen.findByLabelText('Your password'), 'wrong');
  await user.type(screen.getByLabelText('Code of your authenticator app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  expect(await screen.findByText('Password or code is wrong.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Go on' }));
  expect(await answer).toEqual(['1234']);
});

test('calls that wait at once are asked about once; closing the dialog gives them up', async () => {
  const calls = answerCalls({ [renewal]: refused, 'PUT session/password': refused });
  const { user } = show(null, { me });
  const given = Promise.allSettled([renewRecoveryCodes(), changeOwnPassword('monsoon over surat')]);
  await screen.findByLabelText('Your password');
  await waitFor(() => expect(calls).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  for (const each of await given)
    expect(each).toMatchObject({ status: 'rejected', reason: expect.any(NotReauthenticated) });
  await waitFor(() => expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument());
  expect(calls).toHaveLength(2);
});

test('another refusal of a role is not asked about', async () => {
  answerCalls({
    [renewal]: { status: 403, body: { message: 'Your role may not.', code: 'FORBIDDEN' } },
  });
  show(null, { me });
  await expect(renewRecoveryCodes()).rejects.toThrow('Your role may not.');
  expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument();
});
