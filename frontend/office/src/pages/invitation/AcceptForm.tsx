import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { acceptInvitation } from '../../api/calls';
import type { Accepted, InvitationDetails } from '../../api/types';
import { codeRule, emailRule, nameRule, newPasswordRule } from '../../session/credential_rules';
import { FormFoot } from '../../ui/FormFoot';
import { PasswordInput, TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { QrCode } from 'shared/ui/QrCode';
import { useSentForm } from '../../ui/use_sent_form';
import styles from '../entrance.module.css';
import { passwordRules } from './password_rules';

const schema = v.object({ name: nameRule, email: emailRule, password: newPasswordRule, code: codeRule });

interface AcceptFormProps {
  token: string;
  invitation: InvitationDetails;
  onAccepted: (accepted: Accepted) => void;
}

/** Asks a new staff member for their password and authenticator code. */
export function AcceptForm({ token, invitation, onAccepted }: AcceptFormProps) {
  const { name, email, totpSecret, totpUri } = invitation;
  const {
    form: fields,
    field,
    ...sent
  } = useSentForm({
    schema,
    defaultValues: { name, email, password: '', code: '' },
    send: async (values) => onAccepted(await acceptInvitation({ token, ...values })),
  });
  const password = useWatch({ control: fields.control, name: 'password' });
  return (
    <form className={form.form} noValidate onSubmit={sent.onSubmit}>
      <TextField label="Your name" hint="As your colleagues see it." autoComplete="name" {...field('name')} />
      <TextField
        label="Your email"
        hint={email ? 'The invitation is for this address.' : 'You sign in with it.'}
        type="email"
        autoComplete="username"
        readOnly={email !== ''}
        {...field('email')}
      />
      <div>
        <PasswordInput
          control={fields.control}
          name="password"
          label="A password for the office"
          hint="One that you use nowhere else. Common ones are refused."
          autoComplete="new-password"
        />
        <ul className={styles.rules}>
          {passwordRules(password).map(({ words, isKept }) => (
            <li key={words} className={isKept ? styles.kept : undefined}>
              {words}
              <span className="visuallyHidden">{isKept ? ' (met)' : ' (not met)'}</span>
            </li>
          ))}
        </ul>
      </div>
      <h2>Your authenticator app</h2>
      <div className={styles.key}>
        <QrCode
          className={styles.qr}
          text={totpUri}
          label="QR code with the key for your authenticator app"
        />
        <ol>
          <li>Open an authenticator app on your phone and add an account.</li>
          <li>
            Scan this code, or type the key: <span className={styles.secret}>{grouped(totpSecret)}</span>
          </li>
          <li>Enter the six digits that it shows.</li>
        </ol>
      </div>
      <TextField label="Six digits" inputMode="numeric" autoComplete="one-time-code" {...field('code')} />
      <FormFoot {...sent} isUnsaved={false} label="Accept the invitation" />
    </form>
  );
}

/** Groups the key by four characters, for reading and typing. */
function grouped(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
