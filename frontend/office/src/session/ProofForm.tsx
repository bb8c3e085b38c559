import * as v from 'valibot';
import { reauthenticate } from '../api/calls';
import { meQuery } from '../api/queries';
import { queryClient } from '../api/query_client';
import { settleReauthentication } from '../api/reauthentication';
import { FormFoot } from '../ui/FormFoot';
import { PasswordInput, TextField } from '../ui/fields';
import form from '../ui/form.module.css';
import { useSentForm } from '../ui/use_sent_form';
import { codeRule, passwordRule } from './credential_rules';

const schema = v.object({ password: passwordRule('Enter your password.'), code: codeRule });

/** Password and code of whoever is signed in. */
export default function ProofForm() {
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema,
    defaultValues: { password: '', code: '' },
    send: async (proof) => {
      queryClient.setQueryData(meQuery.queryKey, await reauthenticate(proof));
      settleReauthentication(true);
    },
  });
  return (
    <form className={form.form} noValidate onSubmit={sent.onSubmit}>
      <p className={form.note}>
        This changes something that needs a second look. Your answer holds for five minutes.
      </p>
      <PasswordInput
        control={fields.control}
        name="password"
        label="Your password"
        autoComplete="current-password"
      />
      <TextField
        label="Code of your authenticator app"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...field('code')}
      />
      <FormFoot {...sent} isUnsaved={false} label="Go on" onCancel={() => settleReauthentication(false)} />
    </form>
  );
}
