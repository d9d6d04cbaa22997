// Radix Themes writes every one of its utilities six times, for properties that change with the width of the window. Tailwind does that here
// (decision 030), and two thirds of the style of every screen would be rules that nothing can match.
const AT_A_WIDTH = /\.(?:xs|sm|md|lg|xl)\\:rt-/;

/** @returns {import("postcss").Plugin} */
export function radixStyles() {
  return {
    postcssPlugin: "radix-styles",
    OnceExit(root) {
      root.walkRules((rule) => {
        const kept = rule.selectors.filter((selector) => !AT_A_WIDTH.test(selector));
        if (kept.length === 0) rule.remove();
        else if (kept.length < rule.selectors.length) rule.selectors = kept;
      });
      root.walkAtRules("media", (media) => {
        if (media.nodes?.length === 0) media.remove();
      });
    },
  };
}
