// The app's linking plot and tree in a notebook, as an anywidget: the model's `view` is what Streamlit would send as data.
import { keepPayload } from "../payloads.js";
import { mountScatter } from "../scatter/link_scatter.js";
import { TC, element, tell } from "../shared.js";
import { mountTree } from "../tree/tree_view.js";

// plotly.js comes from Python, over the notebook's own channel, unless the page has it.
const loadPlotly = (model) => {
  if (window.Plotly) TC.plotly ??= Promise.resolve(window.Plotly);
  if (TC.plotly) return;
  TC.plotly = new Promise((resolve, reject) => {
    const listen = (message, buffers) => {
      if (message.type !== "plotly") return;
      model.off("msg:custom", listen);
      const script = document.createElement("script");
      const { define } = window; // a page with a module loader would have it register there
      script.src = URL.createObjectURL(new Blob(buffers, { type: "text/javascript" }));
      script.onload = () => {
        window.define = define;
        resolve(window.Plotly);
      };
      script.onerror = () => reject(new Error("plotly.js did not load"));
      window.define = undefined;
      document.head.append(script);
    };
    model.on("msg:custom", listen);
    model.send({ type: "plotly" });
  });
};

const render = ({ model, el }) => {
  el.innerHTML = model.get("_html");
  const find = (name) => el.querySelector(`.tc-${name}`);
  find("here").innerHTML = model.get("_scatter_html");
  const solve = find("solve");
  solve.onclick = () => model.send({ type: "solve" });
  let leaveScatter = null;
  let leaveTree = null;
  let card = null; // what the tree is drawn in, new after each answer without a tree

  const setStateValue = (name, value) => {
    if (name !== "links") return;
    model.set("links", value.items);
    model.save_changes();
  };
  const setTriggerValue = (name, value) => model.send({ type: name, value });

  const update = () => {
    const view = model.get("view");
    for (const [name, { id, value }] of Object.entries(view.payloads)) keepPayload({ name, id, value });
    leaveScatter = mountScatter({ parentElement: find("here"), data: view.scatter, setStateValue, setTriggerValue });
    if (!view.tree) return endTree();
    if (!card) {
      card = element("div", "");
      card.innerHTML = model.get("_tree_html");
      find("answer").replaceChildren(card);
    }
    leaveTree = mountTree({ parentElement: card, data: view.tree });
  };
  const endTree = () => {
    card?.remove();
    leaveTree?.();
    card = leaveTree = null;
  };
  const tellState = () => {
    find("status").textContent = model.get("status");
    solve.disabled = model.get("busy");
  };

  loadPlotly(model);
  // the element gets its size after this function returns
  requestAnimationFrame(() => {
    update();
    tellState();
    tell("payload");
  });
  const heard = { "change:view": update, "change:status": tellState, "change:busy": tellState };
  for (const name in heard) model.on(name, heard[name]);
  return () => {
    for (const name in heard) model.off(name, heard[name]);
    endTree();
    el.replaceChildren();
    leaveScatter?.();
  };
};

export default { render };
