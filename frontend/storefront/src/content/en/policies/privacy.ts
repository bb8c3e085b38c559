import { shop } from '#content/shop';
import { policyTitles } from '#words/policies';
import type { Policy } from '../../policy';

/** The privacy policy. */
export const privacy: Policy = {
  title: policyTitles.privacy,
  description:
    'What we ask for and why, what stays in your browser, who else sees it, and how to have it erased.',
  facts: [
    { figure: '5 details', meaning: 'are all that an order needs' },
    { figure: 'Never sold', meaning: 'and no advertising cookies of ours' },
    { figure: '13 and over', meaning: 'this shop is not for younger children' },
  ],
  sections: [
    {
      id: 'who',
      heading: 'Who is responsible',
      blocks: [
        `${shop.legalName}, ${shop.addressLine}, runs this shop and answers for the data you give it. Questions and complaints reach our grievance officer at the telephone number and email address below.`,
      ],
    },
    {
      id: 'collected',
      heading: 'What we ask for, and why',
      blocks: [
        {
          columns: ['When you', 'we ask for', 'in order to'],
          rows: [
            [
              'place an order',
              'full name, email, mobile number, delivery address, pincode',
              'pack it, bring it to you and reach you about it',
            ],
            ['register', 'email, mobile number, password', 'know you again'],
            ['forget your password', 'email', 'send you a one-time code'],
            ['write a review', 'a name, the product, your words, a rating', 'show it in the shop'],
            ['write to us', 'name, email, phone, subject, message', 'answer you'],
          ],
        },
        'Passwords and one-time codes are stored only in a form from which they cannot be read back. We ask for nothing about your health; please do not send us test reports or prescriptions.',
      ],
    },
    {
      id: 'browser',
      heading: 'What stays in your browser',
      blocks: [
        [
          'Your cart, in local storage under the name “cart”. It stays on your device until you place the order or clear it.',
          'The pincode that you last asked about, in local storage under the name “pincode”, so that you need not type it again. It stays, also when you log out, until you clear the data of this site.',
          'Whether you are logged in, in session storage under the name “isLoginUser”. It goes when you close the tab.',
          'What you have typed at the checkout, in session storage under the name “checkout”, until your order is placed or you close the tab, so that a lost connection neither loses it nor makes a second order.',
          'The number and the mobile number of an order that you are paying, in session storage under the name “payment”, until it is paid or you close the tab.',
          'What you have typed into a review or a message, in session storage under the names “review” and “contact”, only while a page loads again by itself.',
          'How far down the pages you were, in session storage under the name “scroll”, so that Back brings you to the same place.',
          'A login cookie, set when you log in. Only our server can read it, and it ends when you log out.',
          'Whether you are logged in once more, in a cookie of the same name, by which your other tabs know. It holds one word, and goes when you close the browser.',
          'A cookie that tells us you have logged in on this device before, so that no one who guesses your password can lock you out. Only our server can read it, and it goes 180 days after your last login.',
        ],
        'We set no cookies for advertising or for counting visitors. The map on the contact page comes from Google, which learns that your browser asked for it.',
      ],
    },
    {
      id: 'shared',
      heading: 'Who else sees it',
      blocks: [
        'Carriers get the name, address, pincode and mobile number of a parcel. The service that sends our emails sees the addresses it delivers to. Authorities get what the law obliges us to give. No one else does: we do not sell, rent or swap personal data.',
      ],
    },
    {
      id: 'kept',
      heading: 'How long we keep it',
      blocks: [
        'Orders and invoices are kept as long as tax law asks for. An account is kept until you have it erased, a message until it is answered and a fair time after. Reviews stay in the shop until you ask us to take them down.',
      ],
    },
    {
      id: 'rights',
      heading: 'Your rights',
      blocks: [
        'You may ask what we hold about you, have it corrected or erased, take back a consent, and name someone to act for you. Your account does most of it under My data, where a code by email shows that the address is yours. If you ordered as a guest, make an account with the same address first: the code finds your earlier orders and messages, and deleting the account erases them, too. For anything else write to us: we first write to the address in question, and act on your reply. If our answer does not satisfy you, the Data Protection Board of India hears complaints.',
      ],
    },
    {
      id: 'children',
      heading: 'Children',
      blocks: [
        'This shop is not for children under 13, and we do not knowingly collect anything about them. If you find that a child under 13 has given us personal data, tell us and we erase it. Between 13 and 18, please order together with a parent or guardian.',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes',
      blocks: [
        'When this page changes, the date at its top changes with it. A change that matters to you reaches you by email as well, if we have your address.',
      ],
    },
  ],
};
