/**
 * An oxlint rule for texts in JSX: a text that changes, or whose siblings come and go, is the only child of its
 * element, as one string.
 *
 * Why: a browser's translator replaces each text node by elements of its own. React writes on into the replaced
 * node, so a text with siblings stays stale, and `insertBefore` or `removeChild` beside it throws, which ends the
 * page (react #11538). A text that is the only child of its element survives both: React sets the element's whole
 * text content.
 *
 * What an expression may give is judged by its form: JSX elements, `null`, booleans, `.map()` to elements, and what
 * the same file declares as a `ReactElement` give no text. Every other expression may give one, `{children}` among
 * them.
 */

const MESSAGE =
  'A text that changes, or whose siblings come and go, must be the only child of its element, as one string ' +
  '(a translator replaces text nodes). Put it into a <span>, or write one template string.';

/** What a child of a JSX element may put into the page. */
const ELEMENT = 'element';
const TEXT = 'text';
const COMING_AND_GOING = 'coming and going';
const CHANGING = 'changing text';

const isText = (kind) => kind === TEXT || kind === CHANGING;

/** @type {import('oxlint/plugins-dev').Rule} */
const ownElementForText = {
  create(context) {
    /** What this file declares as an element, or as a function that returns one. */
    const names = new Set();
    const kindOf = kinds(context.sourceCode, names);
    const check = (node) => {
      const judged = childrenOf(node).map((child) => [child, kindOf(child)]);
      if (judged.length < 2 && node.type === 'JSXElement') return;
      const isUnsteady = judged.some(([, kind]) => kind === COMING_AND_GOING || kind === CHANGING);
      for (const [child, kind] of judged) {
        const isAtRisk = kind === CHANGING || (kind === TEXT && isUnsteady);
        if (isAtRisk) context.report({ node: child, message: MESSAGE });
      }
    };
    const elements = [];
    return {
      TSPropertySignature({ key, typeAnnotation }) {
        if (isElementType(typeAnnotation?.typeAnnotation)) names.add(key.name);
      },
      FunctionDeclaration({ id, returnType }) {
        if (isElementType(returnType?.typeAnnotation)) names.add(id.name);
      },
      /** `const [part, setPart] = useState<ReactElement>()`. */
      VariableDeclarator({ id, init }) {
        const [type] = init?.typeArguments?.params ?? [];
        if (id.type === 'ArrayPattern' && isElementType(type)) names.add(id.elements[0].name);
      },
      JSXElement: (node) => void elements.push(node),
      // A fragment's children are its parent's. Inside an element they are judged with their siblings.
      JSXFragment(node) {
        if (!['JSXElement', 'JSXFragment'].includes(node.parent.type)) elements.push(node);
      },
      // Only here are all types known.
      'Program:exit': () => elements.forEach(check),
    };
  },
};

/** `ReactElement`, or a function that returns one, with or without `undefined` and `null`. */
function isElementType(type) {
  if (type?.type === 'TSUnionType') {
    const isNothing = ({ type }) => type === 'TSUndefinedKeyword' || type === 'TSNullKeyword';
    return type.types.every((one) => isNothing(one) || isElementType(one));
  }
  if (type?.type === 'TSFunctionType') return isElementType(type.returnType?.typeAnnotation);
  return type?.type === 'TSTypeReference' && type.typeName.name === 'ReactElement';
}

/** The children that reach the page, those of fragments among them. */
function childrenOf(node) {
  return node.children.flatMap((child) => {
    if (child.type === 'JSXFragment') return childrenOf(child);
    if (child.type === 'JSXText') return isLayout(child.value) ? [] : [child];
    if (child.type !== 'JSXExpressionContainer') return [child];
    const { expression } = child;
    if (expression.type === 'JSXEmptyExpression') return [];
    return isBlankText(expression) ? [] : [child];
  });
}

/** White space with a line break is no text in JSX. */
const isLayout = (text) => text.trim() === '' && text.includes('\n');
/** A space between two elements: nobody translates it, and React never writes it. */
const isBlankText = ({ type, value }) =>
  type === 'Literal' && typeof value === 'string' && value.trim() === '';

/** Returns the function that says what a child may put into the page. */
function kinds(sourceCode, elementNames) {
  const kindOf = (child) => {
    if (child.type === 'JSXText') return child.value.trim() === '' ? ELEMENT : TEXT;
    return child.type === 'JSXExpressionContainer' ? kindOfExpression(child.expression) : ELEMENT;
  };

  // oxlint-disable-next-line complexity -- a table: one line for each type of expression
  function kindOfExpression(expression) {
    switch (expression.type) {
      case 'JSXElement':
        return ELEMENT;
      case 'JSXFragment':
        return childrenOf(expression).map(kindOf).some(isText) ? CHANGING : COMING_AND_GOING;
      case 'Literal':
        return typeof expression.value === 'string' ? TEXT : COMING_AND_GOING;
      case 'Identifier':
        return kindOfName(expression);
      case 'ConditionalExpression':
        return kindOfEither(expression.consequent, expression.alternate);
      case 'LogicalExpression':
        // The left side of `&&` is a condition. The types keep a text or a number from being one.
        return expression.operator === '&&'
          ? kindOfEither(expression.right)
          : kindOfEither(expression.left, expression.right);
      case 'ParenthesizedExpression':
      case 'TSNonNullExpression':
        return kindOfExpression(expression.expression);
      case 'CallExpression':
        return isMapToElements(expression) || elementNames.has(expression.callee.name)
          ? COMING_AND_GOING
          : CHANGING;
      default:
        return CHANGING;
    }
  }

  /** A constant of the same file that is an element gives one. */
  function kindOfName(identifier) {
    if (identifier.name === 'undefined' || elementNames.has(identifier.name))
      return COMING_AND_GOING;
    for (let scope = sourceCode.getScope(identifier); scope; scope = scope.upper) {
      const variable = scope.set.get(identifier.name);
      if (!variable) continue;
      const { node, type } = variable.defs[0] ?? {};
      const isConstant = type === 'Variable' && node.init && node.id.type === 'Identifier';
      return isConstant ? kindOfExpression(node.init) : CHANGING;
    }
    return CHANGING;
  }

  /** The kind of an expression that gives one of these. */
  const kindOfEither = (...expressions) =>
    expressions.map(kindOfExpression).some(isText) ? CHANGING : COMING_AND_GOING;

  /** Whether a call is `….map(…)` or `Array.from(…, …)` to elements. */
  function isMapToElements({ callee, arguments: args }) {
    const name = callee.type === 'MemberExpression' ? callee.property.name : undefined;
    if (name !== 'map' && name !== 'from') return false;
    const body = args.at(-1)?.body;
    if (!body) return false;
    const results = body.type === 'BlockStatement' ? returnsOf(body) : [body];
    return results.length > 0 && kindOfEither(...results) === COMING_AND_GOING;
  }

  return kindOf;
}

/** What the `return` statements of a function's body give. */
function returnsOf(block) {
  return block.body.flatMap((statement) => {
    if (statement.type === 'ReturnStatement') return statement.argument ? [statement.argument] : [];
    if (statement.type === 'IfStatement') {
      return [statement.consequent, statement.alternate].flatMap((branch) => {
        if (!branch) return [];
        return returnsOf(branch.type === 'BlockStatement' ? branch : { body: [branch] });
      });
    }
    return [];
  });
}

export default { meta: { name: 'texts' }, rules: { 'own-element': ownElementForText } };
