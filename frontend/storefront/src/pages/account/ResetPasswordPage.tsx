import { resetPassword } from '../../api/client';
import { accountWords } from '#words/account';
import { paths } from '../../paths';
import { checkReset, resetFields } from '../../rules/account';
import { AccountFormCard } from './AccountFormCard';
import { AccountLinks } from './AccountLinks';
import { AccountView } from './AccountView';
import { serverMessage } from './failure';
import { useAccountForm } from './use_account_form';

const texts = accountWords;

/** The last step to a new password. */
export default function ResetPasswordPage() {
  const state = useAccountForm({
    fields: resetFields,
    check: checkReset,
    send: ({ email, code, newPassword }) =>
      resetPassword({ email: email.trim(), code: code.trim(), newPassword }),
    done: texts.passwordReset,
    refusalOf: serverMessage,
    next: paths.login,
    replace: true,
  });
  return (
    <AccountView title={texts.resetTitle} intro={texts.resetIntro}>
      <AccountFormCard
        fields={resetFields}
        state={state}
        hints={{ code: texts.codeHint, newPassword: texts.passwordHint }}
        submit={texts.resetPassword}
        submitting={texts.resettingPassword}
        leaving={texts.toLogin}
      >
        <AccountLinks links={[[texts.newCodeLink, paths.forgotPassword]]} />
      </AccountFormCard>
    </AccountView>
  );
}
