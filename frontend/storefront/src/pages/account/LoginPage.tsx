import { useLocation } from 'react-router';
import { logIn } from '../../api/client';
import { wayBack } from '../../navigation/way_back';
import { accountWords } from '#words/account';
import { paths } from '../../paths';
import { checkLogin, loginFields } from '../../rules/account';
import { setLoginFlag } from '../../stores/login';
import { AccountFormCard } from './AccountFormCard';
import { AccountLinks } from './AccountLinks';
import { AccountView } from './AccountView';
import { serverMessage } from './failure';
import { useAccountForm } from './use_account_form';

const texts = accountWords;

/** Where a shopper logs in. */
export default function LoginPage() {
  const next = wayBack(useLocation());
  const state = useAccountForm({
    fields: loginFields,
    check: checkLogin,
    send: ({ email, password }) => logIn({ email: email.trim(), password }),
    done: texts.loggedIn,
    refusalOf: serverMessage,
    refusedFor: { WRONG_CREDENTIALS: () => texts.wrongLogin },
    next,
    replace: true,
    onSuccess: () => setLoginFlag(true),
    onRefusal: () => setLoginFlag(false),
  });
  return (
    <AccountView title={texts.loginTitle} intro={texts.loginIntro}>
      <AccountFormCard
        fields={loginFields}
        state={state}
        submit={texts.login}
        submitting={texts.loggingIn}
        leaving={next === paths.home ? texts.toHome : texts.toWhereYouWere}
      >
        <AccountLinks
          links={[
            [texts.forgotLink, paths.forgotPassword],
            [texts.signUpLink, paths.signUp],
          ]}
        />
      </AccountFormCard>
    </AccountView>
  );
}
