"""Slices: a library inside a program once more for each higher x86-64 level.

A slice is the library and everything of ours that it uses, compiled for one level and linked into
one object with one global name, its entry. So the linker can never take an inline function out of
a slice into code that an older processor runs. Why so: docs/decisions/0001-slices.md.
"""

def _levels_impl(settings, attr):
    copts = settings["//command_line_option:copt"]
    return {
        level: {"//command_line_option:copt": copts + ["-march=x86-64-" + level]}
        for level in attr.levels
    }

_levels = transition(
    implementation = _levels_impl,
    inputs = ["//command_line_option:copt"],
    outputs = ["//command_line_option:copt"],
)

# Groups (COMDAT) are dissolved, or the linker would merge them by name with another slice's.
# Weakening first turns g++'s unique symbols, which objcopy keeps global, into ordinary ones.
_LINK = """set -eu
out=$1 script=$2 entry=$3 name=$4; shift 4
ld.bfd -r --force-group-allocation -T "$script" -u "$entry" -o "$out" --start-group "$@" --end-group
objcopy --weaken "$out"
objcopy --redefine-sym "$entry=$name" --keep-global-symbol "$name" "$out"
"""

def _slice(ctx, level, library):
    out = ctx.actions.declare_file("{}_{}.o".format(ctx.label.name, level))
    shared = [target.label for target in ctx.attr.shared]
    archives = [
        part.static_library or part.pic_static_library
        for linker_input in library[CcInfo].linking_context.linker_inputs.to_list()
        if linker_input.owner not in shared
        for part in linker_input.libraries
    ]
    script = ctx.file._script
    ctx.actions.run_shell(
        command = _LINK,
        arguments = [out.path, script.path, ctx.attr.entry, ctx.attr.entry + "_" + level] +
                    [archive.path for archive in archives],
        inputs = archives + [script],
        outputs = [out],
        mnemonic = "Slice",
        progress_message = "Linking slice %s" % out.short_path,
        use_default_shell_env = True,
    )
    return out

def _slices_impl(ctx):
    return DefaultInfo(files = depset([
        _slice(ctx, level, library)
        for level, library in ctx.split_attr.library.items()
    ]))

# Objects for the `srcs` of a cc_binary that also depends on `library` itself. The library's C
# function `entry` is in them as `<entry>_<level>`; it has to call the slice's constructors first
# (.bazel/slice.ld). Libraries in `shared` stay outside: large data that all slices use. Their code
# is the program's, so compiled for the lowest level.
cc_slices = rule(
    implementation = _slices_impl,
    attrs = {
        "entry": attr.string(mandatory = True),
        "levels": attr.string_list(default = ["v3", "v4"]),
        "shared": attr.label_list(providers = [CcInfo]),
        "library": attr.label(cfg = _levels, mandatory = True, providers = [CcInfo]),
        "_script": attr.label(default = "//.bazel:slice.ld", allow_single_file = True),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
)
