// The oldest browsers in which the shop and the office work. README.md of the project lists them.

/** The first supported version by browserslist name. Browsers of phones count separately. */
const oldest = {
  chrome: '103',
  and_chr: '103',
  safari: '15.4',
  ios_saf: '15.4',
  firefox: '115',
  and_ff: '115',
};

/** The oldest browsers, as queries for browserslist. */
export const browsers = Object.entries(oldest).map(([name, version]) => `${name} >= ${version}`);

/** The oldest browsers, as targets for the style sheets of the builds. */
export const target = ['chrome103', 'safari15.4', 'ios15.4', 'firefox115'];
