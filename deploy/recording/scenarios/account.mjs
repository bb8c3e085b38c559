// A shopper registers, logs in, changes details, saves addresses, and resets the password.
import { codeIn, waitForMail } from '../mails.mjs';
import { address, asha, EMAIL, PASSWORD, UNKNOWN_EMAIL } from './payloads.mjs';

const NEW_PASSWORD = 'winter-harvest';

export async function manageAccount(recorder) {
  const session = 'asha';
  await recorder.post('users/userregister', asha);
  await recorder.post('users/userregister', asha);
  await recorder.post('users/userlogin', { email: EMAIL, password: 'monsoon-43' });
  await recorder.post('users/userlogin', { email: EMAIL, password: PASSWORD }, { session });
  await recorder.get('users/me', { session });
  await recorder.send('PUT', 'users/me', { session, json: { mobileNumber: '9123456789', password: 'monsoon-43' } });
  await recorder.send('PUT', 'users/me', { session, json: { mobileNumber: '9123456789', password: PASSWORD } });
  await recorder.get('users/me', { session });
  await manageAddresses(recorder, session);
  await resetPassword(recorder, session);
  await recorder.post('users/userlogout', undefined, { session: 'gone' });
}

async function manageAddresses(recorder, session) {
  await recorder.get('users/addresses', { session });
  const { data: saved } = await recorder.post('users/addresses', address, { session });
  await recorder.post('users/addresses', { ...address, pincode: '39500' }, { session });
  await recorder.post('users/addresses', { ...address, fullname: 'Bina Shah' }, { session });
  await recorder.get('users/addresses', { session });
  await recorder.send('PUT', `users/addresses/${saved.id}`, { session, json: { ...address, pincode: '400001' } });
  await recorder.send('PUT', `users/addresses/${saved.id}`, { session, json: { ...address, pincode: '' } });
  await recorder.get('users/addresses', { session });
  await recorder.send('DELETE', `users/addresses/${saved.id}`, { session });
  await recorder.get('users/addresses', { session });
}

async function resetPassword(recorder, session) {
  await recorder.post('users/forgotpassword', { email: EMAIL });
  await recorder.post('users/forgotpassword', { email: UNKNOWN_EMAIL });
  const code = codeIn(await waitForMail(recorder.shop, EMAIL, 'Your code for a new password'));
  // The code differs in every run and is not recorded.
  await recorder.post('users/verifyOtp', { email: EMAIL, code: '000000' === code ? '000001' : '000000' });
  await recorder.withoutBody(() => recorder.post('users/verifyOtp', { email: EMAIL, code }));
  await recorder.withoutBody(() => recorder.post('users/resetpassword', { email: EMAIL, code, newPassword: NEW_PASSWORD }));
  await recorder.get('users/me', { session });
  await recorder.post('users/userlogin', { email: EMAIL, password: PASSWORD });
  await recorder.post('users/userlogin', { email: EMAIL, password: NEW_PASSWORD }, { session });
  await recorder.get('users/me', { session });
}
