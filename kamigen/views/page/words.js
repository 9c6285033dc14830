/* What the page says, in English and Portuguese. A game brings its own phrases. */
(() => {
  "use strict";

  const WORDS = {
    "page-title": { en: "{level} · {title}", pt: "{level} · {title}" },
    skip: { en: "Skip to the levels", pt: "Ir direto aos níveis" },
    language: { en: "Português", pt: "English" },
    "language-code": { en: "PT", pt: "EN" },
    "to-dark": { en: "Dark theme", pt: "Tema escuro" },
    "to-light": { en: "Light theme", pt: "Tema claro" },
    symbols: { en: "Symbols on the colours", pt: "Símbolos sobre as cores" },
    levels: { en: "{count} levels", pt: "{count} níveis" },
    "one-level": { en: "1 level", pt: "1 nível" },
    "by-author": { en: "by {author}", pt: "de {author}" },
    "solved-of": { en: "{solved} of {count} solved", pt: "{solved} de {count} resolvidos" },
    "not-kept": {
      en: "This browser does not let the page keep your progress.",
      pt: "Este navegador não deixa a página guardar seu progresso.",
    },
    filter: { en: "Which levels to show", pt: "Quais níveis mostrar" },
    all: { en: "All", pt: "Todos" },
    unsolved: { en: "Unsolved", pt: "Não resolvidos" },
    "none-left": { en: "No level here: all are solved.", pt: "Nenhum nível aqui: todos resolvidos." },
    start: { en: "Start", pt: "Começar" },
    continue: { en: "Continue with level {number}", pt: "Continuar no nível {number}" },
    easy: { en: "easy", pt: "fácil" },
    medium: { en: "medium", pt: "médio" },
    hard: { en: "hard", pt: "difícil" },
    level: { en: "Level {number}", pt: "Nível {number}" },
    par: { en: "par {par}", pt: "par {par}" },
    limit: { en: "at most {limit}", pt: "no máximo {limit}" },
    "par-proven": {
      en: "par {par}, proven",
      pt: "par {par}, provado",
    },
    "par-unknown": { en: "par not proven", pt: "par não provado" },
    "solved-in": { en: "solved in {best}", pt: "resolvido em {best}" },
    "solved-at-par": { en: "solved at par", pt: "resolvido no par" },
    "with-help": { en: "with help", pt: "com ajuda" },
    begun: { en: "begun", pt: "começado" },
    back: { en: "All levels", pt: "Todos os níveis" },
    previous: { en: "Previous level", pt: "Nível anterior" },
    next: { en: "Next level", pt: "Próximo nível" },
    board: { en: "Board, {rows} rows, {cols} columns", pt: "Tabuleiro, {rows} linhas, {cols} colunas" },
    cell: { en: "{cell}, {colour}, region of {size}", pt: "{cell}, {colour}, região de {size}" },
    "cell-alone": { en: "{cell}, {colour}", pt: "{cell}, {colour}" },
    empty: { en: "empty", pt: "vazia" },
    "actions-left": { en: "actions left", pt: "ações restantes" },
    "action-left": { en: "action left", pt: "ação restante" },
    "of-limit": { en: "of {limit}", pt: "de {limit}" },
    left: { en: "{count} left.", pt: "Restam {count}." },
    colours: { en: "Colours", pt: "Cores" },
    "now-a-cell": { en: "{colour} chosen. Now tap a region.", pt: "{colour} escolhida. Agora toque em uma região." },
    undo: { en: "Undo", pt: "Desfazer" },
    restart: { en: "Restart", pt: "Recomeçar" },
    hint: { en: "Hint", pt: "Dica" },
    solution: { en: "Solution", pt: "Solução" },
    undone: { en: "Took back {move}.", pt: "{move}: jogada desfeita." },
    "nothing-to-undo": { en: "There is no move to take back.", pt: "Ainda não há jogada para desfazer." },
    restarted: { en: "A fresh board.", pt: "Tabuleiro de novo no começo." },
    resumed: { en: "Where you left off: {count} moves made.", pt: "De onde você parou: {count} jogadas feitas." },
    searching: { en: "Searching…", pt: "Procurando…" },
    "keeps-win": {
      en: "Hint: {proposal} It keeps the win within reach.",
      pt: "Dica: {proposal} Mantém a vitória ao alcance.",
    },
    stuck: {
      en: "Proven: from here no solution fits in the actions left. Undo, or restart.",
      pt: "Provado: daqui nenhuma solução cabe nas ações restantes. Desfaça ou recomece.",
    },
    unknown: {
      en: "I could not find out in time whether the level can still be solved.",
      pt: "O tempo acabou antes de eu saber se ainda há solução.",
    },
    apply: { en: "Paint it", pt: "Aplicar" },
    dismiss: { en: "Let me think", pt: "Deixe-me pensar" },
    won: { en: "Solved!", pt: "Resolvido!" },
    "won-at-par": {
      en: "{used} actions: that is par, and no one can do it in fewer.",
      pt: "{used} ações: é o par, e ninguém consegue com menos.",
    },
    "won-above-par": { en: "{used} actions. Par is {par}.", pt: "{used} ações. O par é {par}." },
    "won-plain": { en: "Done with {used} actions.", pt: "Feito com {used} ações." },
    lost: { en: "No actions left", pt: "Acabaram as ações" },
    "lost-why": {
      en: "The level is not solved. Undo a step, or start again.",
      pt: "O nível não foi resolvido. Desfaça um passo ou recomece.",
    },
    "no-move": { en: "No move left", pt: "Não há mais jogadas" },
    again: { en: "Play again", pt: "Jogar de novo" },
    "watching": {
      en: "An optimal solution, {count} actions. Your own game waits.",
      pt: "Uma solução ótima, {count} ações. Seu jogo espera.",
    },
    "step-of": { en: "Step {step} of {count}", pt: "Passo {step} de {count}" },
    "step-said": { en: "Step {step} of {count}: {done}", pt: "Passo {step} de {count}: {done}" },
    "first-step": { en: "To the start", pt: "Ao começo" },
    "step-back": { en: "Step back", pt: "Passo atrás" },
    "step-on": { en: "Step on", pt: "Próximo passo" },
    run: { en: "Run", pt: "Rodar" },
    pause: { en: "Pause", pt: "Pausar" },
    close: { en: "Back to my game", pt: "Voltar ao meu jogo" },
    keys: { en: "Keys", pt: "Teclas" },
    "key-arrows": { en: "move over the board", pt: "andar pelo tabuleiro" },
    "key-enter": { en: "pick the cell", pt: "escolher a célula" },
    "key-numbers": { en: "pick a colour", pt: "escolher uma cor" },
    "key-hint": { en: "hint; A paints it", pt: "dica; A aplica" },
    "key-undo": { en: "undo", pt: "desfazer" },
    "key-restart": { en: "restart", pt: "recomeçar" },
    "key-solution": { en: "solution", pt: "solução" },
    "key-next": { en: "next, previous level", pt: "próximo nível, anterior" },
    "key-escape": { en: "back", pt: "voltar" },
    "made-by": {
      en: "Made with kamigen. Every par shown is proven.",
      pt: "Feito com kamigen. Todo par mostrado está provado.",
    },
    licence: { en: "Licence: {licence}", pt: "Licença: {licence}" },
  };

  // By the order of the palette's fills; they come round again after the last.
  const COLOURS = {
    en: ["red", "green", "yellow", "blue", "violet", "sky", "orange", "mint", "wine", "indigo"],
    pt: ["vermelho", "verde", "amarelo", "azul", "violeta", "celeste", "laranja", "menta", "vinho", "índigo"],
  };

  const fill = (template, values) =>
    template.replace(/\{(\w+)\}/g, (blank, name) => (name in values ? String(values[name]) : blank));

  kamigen.words = {
    language: "en",
    WORDS,
    COLOURS,
    fill,
    /** A phrase of the page; a name without one stands for itself. */
    say(name, values = {}) {
      const phrase = name in WORDS ? WORDS[name][this.language] : name;
      return fill(phrase, values);
    },
    colour(number) {
      const names = COLOURS[this.language];
      return `${names[(number - 1) % names.length]} ${number}`;
    },
  };
})();
