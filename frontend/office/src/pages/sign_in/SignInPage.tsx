import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router';
import * as v from 'valibot';
import { signIn } from '../../api/calls';
import { meQuery } from '../../api/queries';
import { queryClient } from '../../api/query_client';
import { emailRule, passwordRule, signInCodeRule } from '../../session/credential_rules';
import { FormFoot } from '../../ui/FormFoot';
import { PasswordInput, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';
import styles from '../entrance.module.css';

const schema = v.object({
  email: emailRule,
  password: passwordRule('Enter your password.'),
  code: signInCodeRule,
});

/** Returns the page before the sign-in; never an address outside the office. */
function wayBack(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}

/** Starts a session and returns to the page before it. */
export default function SignInPage() {
  const [search] = useSearchParams();
  const { data: me } = useQuery(meQuery);
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema,
    defaultValues: { email: '', password: '', code: '' },
    send: async (credentials) => queryClient.setQueryData(meQuery.queryKey, await signIn(credentials)),
  });

  if (me) return <Navigate replace to={wayBack(search.get('next'))} />;
  return (
    <main className={styles.entrance}>
      <title>Sign in · Office</title>
      <p className={styles.brand}>Office</p>
      <form className={`${styles.card} ${form.form}`} noValidate onSubmit={sent.onSubmit}>
        <h1>Sign in</h1>
        {search.has('next') && (
          <p className={form.note}>
            Sessions end after a while. Sign in, and you come back to where you were.
          </p>
        )}
        <TextField label="Email" type="email" autoComplete="username" {...field('email')} />
        <PasswordInput
          control={fields.control}
          name="password"
          label="Password"
          autoComplete="current-password"
        />
        <TextField
          label="Code"
          hint="Six digits of your authenticator app. Without your phone, a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          {...field('code')}
        />
        <FormFoot {...sent} isUnsaved={false} label="Sign in" />
        <Link to="/forgot-password">Forgot your password?</Link>
      </form>
    </main>
  );
}
