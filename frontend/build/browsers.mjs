// The oldest browsers that the shop and the office work in, newer ones included. README.md of the project names them.

/** By what each is called in browserslist, where phones' browsers count apart, and the first version of it. */
const oldest = {
  chrome: '103',
  and_chr: '103',
  safari: '15.4',
  ios_saf: '15.4',
  firefox: '115',
  and_ff: '115',
};

/** As browserslist asks for them. */
export const browsers = Object.entries(oldest).map(([name, version]) => `${name} >= ${version}`);

/** The browsers that the style sheets of the builds are written for. */
export const target = ['chrome103', 'safari15.4', 'ios15.4', 'firefox115'];
