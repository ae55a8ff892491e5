"""Programs as one object whose functions and data can still be put in any order (docs/tempo.md)."""

def _settings_of(settings, attr):
    copts = settings["//command_line_option:copt"]
    return {
        "//command_line_option:copt": copts + [
            "-march=x86-64-" + attr.level,
            "-ffunction-sections",
            "-fdata-sections",
        ],
        "//engine:without": attr.without,
    }

_sections = transition(
    implementation = _settings_of,
    inputs = ["//command_line_option:copt"],
    outputs = ["//command_line_option:copt", "//engine:without"],
)

# --unique, or sections of equal names would become one.
_LINK = "exec g++ -r -nostdlib -fuse-ld=bfd -Wl,--unique -Wl,-u,main -o \"$@\""

def _relinkable_impl(ctx):
    out = ctx.actions.declare_file(ctx.label.name)
    archives = []
    system = []
    for linker_input in ctx.attr.library[0][CcInfo].linking_context.linker_inputs.to_list():
        archives += [part.static_library or part.pic_static_library for part in linker_input.libraries]
        system += linker_input.user_link_flags
    ctx.actions.run_shell(
        command = _LINK,
        arguments = [out.path, "-Wl,--start-group"] + [archive.path for archive in archives] +
                    system + ["-Wl,--end-group"],
        inputs = archives,
        outputs = [out],
        mnemonic = "Relinkable",
        progress_message = "Linking object %s" % out.short_path,
        use_default_shell_env = True,
    )
    return DefaultInfo(files = depset([out]))

# `library` has `main`. What lacks is the C and the C++ library.
relinkable_program = rule(
    implementation = _relinkable_impl,
    attrs = {
        "level": attr.string(mandatory = True),
        "library": attr.label(cfg = _sections, mandatory = True, providers = [CcInfo]),
        "without": attr.string(default = "nothing"),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
)
