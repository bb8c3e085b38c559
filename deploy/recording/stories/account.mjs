// A shopper registers, logs in, saves addresses, resets the password, downloads the data, and deletes the account.
import { codeIn, mailTo } from '../mails.mjs';
import { address, asha, EMAIL, PASSWORD } from './payloads.mjs';

const NEW_PASSWORD = 'winter-harvest';

export async function account(recorder) {
  const as = 'asha';
  await recorder.post('users/userregister', asha);
  await recorder.post('users/userregister', asha);
  await recorder.post('users/userlogin', { email: EMAIL, password: 'monsoon-43' });
  await recorder.post('users/userlogin', { email: EMAIL, password: PASSWORD }, { as });
  await recorder.get('users/me', { as });
  await recorder.ask('PUT', 'users/me', { as, json: { mobileNumber: '9123456789', password: 'monsoon-43' } });
  await recorder.ask('PUT', 'users/me', { as, json: { mobileNumber: '9123456789', password: PASSWORD } });
  await recorder.get('users/me', { as });
  await addresses(recorder, as);
  await password(recorder, as);
  await recorder.post('users/userlogout', undefined, { as: 'gone' });
}

async function addresses(recorder, as) {
  await recorder.get('users/addresses', { as });
  const { data: saved } = await recorder.post('users/addresses', address, { as });
  await recorder.post('users/addresses', { ...address, pincode: '39500' }, { as });
  await recorder.post('users/addresses', { ...address, fullname: 'Bina Shah' }, { as });
  await recorder.get('users/addresses', { as });
  await recorder.ask('PUT', `users/addresses/${saved.id}`, { as, json: { ...address, pincode: '400001' } });
  await recorder.ask('PUT', `users/addresses/${saved.id}`, { as, json: { ...address, pincode: '' } });
  await recorder.get('users/addresses', { as });
  await recorder.ask('DELETE', `users/addresses/${saved.id}`, { as });
  await recorder.get('users/addresses', { as });
}

async function password(recorder, as) {
  await recorder.post('users/forgotpassword', { email: EMAIL });
  await recorder.post('users/forgotpassword', { email: 'nobody@gmail.com' });
  const code = codeIn(await mailTo(recorder.shop, EMAIL, 'Your code for a new password'));
  // The code differs in every run and is not recorded.
  await recorder.post('users/verifyOtp', { email: EMAIL, code: '000000' === code ? '000001' : '000000' });
  await recorder.unseen(() => recorder.post('users/verifyOtp', { email: EMAIL, code }));
  await recorder.unseen(() => recorder.post('users/resetpassword', { email: EMAIL, code, newPassword: NEW_PASSWORD }));
  await recorder.get('users/me', { as });
  await recorder.post('users/userlogin', { email: EMAIL, password: PASSWORD });
  await recorder.post('users/userlogin', { email: EMAIL, password: NEW_PASSWORD }, { as });
  await recorder.get('users/me', { as });
}
